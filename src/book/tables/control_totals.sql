-- What the rows of a run add up to, at each stage, so that nothing is lost between two of them.
create table if not exists control_totals (
  run_id varchar,
  stage varchar,
  account_key varchar,
  currency varchar,
  rows bigint,
  debit decimal(38,5),
  credit decimal(38,5),
  net decimal(38,5)
);

comment on table control_totals is 'count, debit, credit and net per run, account, currency and stage';
comment on column control_totals.run_id is 'the run';
comment on column control_totals.stage is 'book: what the book held after the run; read: what its reads brought';
comment on column control_totals.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column control_totals.currency is 'ISO 4217 code';
comment on column control_totals.rows is 'booked rows';
comment on column control_totals.debit is 'sum of the debits; at most 0';
comment on column control_totals.credit is 'sum of the credits; at least 0';
comment on column control_totals.net is 'debit + credit';
