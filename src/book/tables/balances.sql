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

-- What is available and what is cleared have one code. What the bank calls available counts, unless it stated that a day earlier at
-- least than what is cleared, and not beside it or since.
create or replace macro balances_as_of(instant) as table
select b.balance_key, b.account_key, a.institution, b.type, b.sub_type, b.currency, b.as_of, b.amount, b.local_amount,
  b.local_currency, b.known_from, b.run_id, b.raw_page_id
from (
  select *, is_cleared and coalesce(as_of < plain_as_of + interval 1 day or load_seq <= plain_load_seq, false) as outdone
  from (
    select *, max(as_of) filter (where not is_cleared) over alike as plain_as_of,
      max(load_seq) filter (where not is_cleared) over alike as plain_load_seq
    from (
      select *, ends_with(coalesce(type_sent, ''), 'Cleared') as is_cleared
      from balances
      where known_from <= instant
    )
    window alike as (partition by account_key, type, sub_type, currency)
  )
) b
left join account_versions a on a.account_key = b.account_key and a.known_to is null
qualify row_number() over (
  partition by b.account_key, b.type, b.sub_type, b.currency
  -- What the bank holds nobody knows of days to come: one that it dates so stands behind every other.
  order by b.outdone, b.type <> 'FWAV' and b.as_of > b.known_from + interval 2 days, b.as_of desc, b.load_seq desc, b.balance_key
) = 1;

comment on macro table balances_as_of is 'latest_balances as known at an instant';

create or replace view latest_balances as
from balances_as_of('infinity'::timestamptz);

comment on view latest_balances is 'the newest balance per account, type, sub type and currency';
