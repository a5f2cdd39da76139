-- Accounts that no entry of the configuration means. No read shows them: their place among the others is that of the run.
delete from account_matchings where run_id = $run;
delete from finding_sightings where run_id = $run and code = 'account-not-named';

insert into account_matchings
select $run, arg_max(account_keys, "at") from events where event = 'accounts-unnamed';

insert into finding_sightings by name
select 'account-not-named' as code,
  'no entry of accounts.toml means this account; it is exported without name, entity and ledger code' as message,
  unnest(unnamed) as account_key, $run as run_id, $run || '-named' as read_id
from account_matchings
where run_id = $run;
