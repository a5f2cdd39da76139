-- What the rows of a run add up to, at each stage, so that nothing is lost between two of them.
create table if not exists control_totals (
  run_id varchar, -- the run
  stage varchar, -- read: what its reads opened less what they closed; book: what the book held after it; export: what left
  account_key varchar,
  currency varchar,
  rows bigint, -- booked rows
  debit decimal(38,5), -- sum of the debits; at most 0, but where reads took some away
  credit decimal(38,5), -- sum of the credits; at least 0, but where reads took some away
  net decimal(38,5) -- debit + credit
);

comment on table control_totals is 'count, debit, credit and net per run, account, currency and stage';
