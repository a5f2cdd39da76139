-- Balances as they were stated, their credit lines, and the newest of each.
create table if not exists balances (
  balance_key varchar, -- digest of all that is understood of this balance; numbered where the bank came back to it
  account_key varchar,
  $columns
  extra json,
  known_from timestamptz,
  load_seq bigint,
  run_id varchar, -- the run that read it first
  raw_page_id varchar, -- the answer it was first read from
  $internal_columns
  row_index integer
);

comment on table balances is 'one balance as a bank stated it once';

create table if not exists credit_lines (
  balance_key varchar, -- the balance it belongs to
  $credit_line_columns
  extra json
);

comment on table credit_lines is 'one credit line of a balance';

create or replace view latest_balances as
select balance_key, account_key, type, sub_type, currency, as_of, amount, local_amount, local_currency, known_from,
  run_id, raw_page_id
from balances
qualify row_number() over (
  partition by account_key, type, sub_type, currency
  order by as_of desc, load_seq desc, type_sent = 'InterimCleared' nulls first, balance_key
) = 1;

comment on view latest_balances is 'the newest balance per account, type, sub type and currency';
