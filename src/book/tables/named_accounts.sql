-- What accounts are to their owner: nothing of it stands in the journal, but which of them no entry means.
create table if not exists named_accounts (
  account_key varchar,
  name varchar, -- what its owner calls it
  entity varchar, -- the legal entity that it belongs to
  ledger_code varchar, -- its account in the ledger
  on_broken varchar, -- hold, flag or release where its balances and movements disagree; null for what holds for all
  on_unprovable varchar -- the same where nothing proves it
);

comment on table named_accounts is 'what config/accounts.toml says of an account, when the book was last brought up to date';

create table if not exists account_matchings (
  run_id varchar, -- the run that found them
  unnamed varchar[] -- the accounts that no entry means, from then on
);

comment on table account_matchings is 'which accounts config/accounts.toml does not mean, each time that it changed';
