-- The accounts of the consents, and which of them their bank lists no longer. What is called by another AccountId in the newest list is
-- no account that is missed: by its former AccountId, which the bank refuses from then on, it need not be asked for any more.
with lists as (
  -- The first and the newest list of a consent's accounts that are in the book.
  select consent_id, min(run_id) as first_run, max(run_id) as run_id
  from reads
  where consent_id in (select consent_id from asked_consents) and resource = 'accounts' and outcome = 'complete'
    and load_seq is not null
  group by consent_id
),
called as (
  select l.consent_id, l.account_id, l.account_key, l.last_listed_run, n.run_id,
    coalesce(l.last_listed_run = n.run_id, false) as listed, coalesce(l.first_seen_run > n.first_run, false) as joined
  from account_links l
  join asked_consents using (consent_id)
  left join lists n using (consent_id)
)
select consent_id as "consentId", c.account_id as "accountId", c.account_key as "accountKey",
  coalesce(coalesce(c.last_listed_run, g.last_seen_run) < c.run_id, false) as unlisted, c.joined
from (
  select consent_id, account_id, account_key, last_listed_run, run_id, joined
  from called c
  where c.listed or (c.consent_id, c.account_key) not in (select (consent_id, account_key) from called where listed)
  union all
  select consent_id, account_id, null, null, null, true
  from undecided_accounts
  join asked_consents using (consent_id)
) c
left join account_sightings g using (account_key)
order by consent_id, c.account_id;
