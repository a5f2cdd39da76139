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
select b.balance_key, b.account_key,
  a.institution,
  b.type, b.sub_type, b.currency, b.as_of, b.amount, b.local_amount, b.local_currency, b.known_from, b.run_id,
  b.raw_page_id
from balances b
left join account_versions a on a.account_key = b.account_key and a.known_to is null
qualify row_number() over (
  partition by b.account_key, b.type, b.sub_type, b.currency
  order by b.as_of desc, b.load_seq desc, b.type_sent = 'InterimCleared' nulls first, b.balance_key
) = 1;

comment on view latest_balances is 'the newest balance per account, type, sub type and currency';

create or replace macro balances_as_of(instant) as table
select b.balance_key, b.account_key, a.institution, b.type, b.sub_type, b.currency, b.as_of, b.amount, b.local_amount,
  b.local_currency, b.known_from, b.run_id, b.raw_page_id
from balances b
left join account_versions a on a.account_key = b.account_key and a.known_to is null
where b.known_from <= instant
qualify row_number() over (
  partition by b.account_key, b.type, b.sub_type, b.currency
  order by b.as_of desc, b.load_seq desc, b.type_sent = 'InterimCleared' nulls first, b.balance_key
) = 1;

comment on macro table balances_as_of is 'latest_balances as known at an instant';
