create table if not exists pending_listed (
  transaction_key varchar,
  last_listed date
);

comment on table pending_listed is 'when a pending row was last listed by its bank';
comment on column pending_listed.transaction_key is 'the pending row';
comment on column pending_listed.last_listed is 'day of the newest read that listed it, at the bank';
