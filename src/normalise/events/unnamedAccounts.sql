-- Accounts that no entry of the configuration means. No read shows them: their place among the others is that of the run.
delete from account_matchings where run_id in (select run_id from run_events where event = 'accounts-unnamed');
delete from finding_sightings where run_id in (select run_id from run_events where event = 'accounts-unnamed') and code = 'account-not-named';

insert into account_matchings
select run_id, arg_max(account_keys, "at") from run_events where event = 'accounts-unnamed' group by run_id;

insert into finding_sightings by name
select 'account-not-named' as code,
  'no entry of accounts.toml means this account; it is exported without name, entity and ledger code' as message,
  unnest(unnamed) as account_key, run_id, run_id || '-named' as read_id
from account_matchings
where run_id in (select run_id from run_events where event = 'accounts-unnamed');
