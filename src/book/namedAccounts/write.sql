-- What the entries say of the accounts that they mean.
delete from named_accounts;

insert into named_accounts by name
select *
from (
  select unnest(from_json($named,
    '[{"account_key": "VARCHAR", "name": "VARCHAR", "entity": "VARCHAR", "ledger_code": "VARCHAR", "on_broken": "VARCHAR", "on_unprovable": "VARCHAR"}]'
  ), recursive := true)
);
