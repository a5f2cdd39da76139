-- Known accounts that a complete list of the consent's accounts leaves out, by whatever AccountId. The list says so by its silence
-- alone, so it is told, until a list names the account again.
insert into finding_sightings by name
select 'account-not-listed' as code,
  'the bank no longer lists this account under consent ' || b.consent_id || '; it is still asked for until the bank refuses it'
    as message,
  l.account_key, l.account_id, b.run_id, b.read_id, json_object('account_id', l.account_id) as evidence
from batch b
join account_links l using (consent_id)
where b.complete
  and not exists (
    select 1 from account_links o
    where o.consent_id = b.consent_id and o.account_key = l.account_key and o.last_listed_run >= b.run_id
  )
  -- What could not be understood may be the account that is missed.
  and not exists (select 1 from staged_accounts s where s.read_no = b.read_no and s.disposition = 'quarantined');
