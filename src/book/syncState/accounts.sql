-- The accounts of the consents, and which of them their bank lists no longer.
select consent_id as "consentId", l.account_id as "accountId", l.account_key as "accountKey",
  coalesce(g.last_seen_run < n.run_id, false) as unlisted
from (
  select consent_id, account_id, account_key from account_links
  union all
  select consent_id, account_id, null from undecided_accounts
) l
join asked_consents using (consent_id)
left join account_sightings g using (account_key)
-- The newest list of a consent's accounts that is in the book.
left join (
  select consent_id, max(run_id) as run_id
  from reads
  where consent_id in (select consent_id from asked_consents) and resource = 'accounts' and outcome = 'complete'
    and load_seq is not null
  group by consent_id
) n using (consent_id)
order by consent_id, l.account_id;
