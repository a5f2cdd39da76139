-- on failure: flag
-- An account that has a name in accounts.toml and no ledger code finds no place in the ledger.
select account_key, name, entity
from accounts
where name is not null and ledger_code is null
order by account_key
