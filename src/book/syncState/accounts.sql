-- The accounts of a consent, and which of them its bank lists no longer.
select l.account_id as "accountId", l.account_key as "accountKey", coalesce(g.last_seen_run < n.run_id, false) as unlisted
from (
  select consent_id, account_id, account_key from account_links
  union all
  select consent_id, account_id, null from undecided_accounts
) l
left join account_sightings g using (account_key)
-- The newest list of the consent's accounts that is in the book.
left join (
  select max(run_id) as run_id from reads
  where consent_id = $consent and resource = 'accounts' and outcome = 'complete' and load_seq is not null
) n on true
where l.consent_id = $consent
order by l.account_id;
