-- Known accounts that a complete list of the consent's accounts leaves out. The list says so by its silence alone, so it is
-- told, until a list names the account again.
insert into finding_sightings by name
select 'account-not-listed' as code,
  'the bank no longer lists this account under consent ' || $consent || '; it is still asked for until the bank refuses it'
    as message,
  l.account_key, l.account_id, $run as run_id, $read as read_id, json_object('account_id', l.account_id) as evidence
from account_links l
join account_sightings g using (account_key)
where l.consent_id = $consent and g.last_seen_run < $run
  and l.account_id not in (select account_id from staged where disposition = 'read')
  -- What could not be understood may be the account that is missed.
  and not exists (select 1 from staged where disposition = 'quarantined');
