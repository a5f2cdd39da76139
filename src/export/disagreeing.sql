-- Accounts and currencies whose totals do not agree: the rows of the book with what all reads opened less what they closed,
-- and the rows that are to leave with those of the book, less what does not count.
with said as (
  select account_key, currency, sum(rows)::bigint as rows, sum(debit)::decimal(38, 5) as debit,
    sum(credit)::decimal(38, 5) as credit
  from control_totals
  where stage = 'read'
  group by account_key, currency
),
current_versions as (
  select account_key, currency, amount,
    transaction_key in (select transaction_key from withheld_rows where known_to is null) as withheld
  from transaction_versions
  where known_to is null and status = 'BOOK' and change <> 'absent'
),
booked as (
  select account_key, currency, count(*) as rows, coalesce(sum(amount) filter (where amount < 0), 0)::decimal(38, 5) as debit,
    coalesce(sum(amount) filter (where amount >= 0), 0)::decimal(38, 5) as credit,
    count(*) filter (where withheld) as withheld_rows,
    coalesce(sum(amount) filter (where withheld and amount < 0), 0)::decimal(38, 5) as withheld_debit,
    coalesce(sum(amount) filter (where withheld and amount >= 0), 0)::decimal(38, 5) as withheld_credit
  from current_versions
  group by account_key, currency
),
leaving as (
  select account_key, currency, count(*) as rows, coalesce(sum(amount) filter (where amount < 0), 0)::decimal(38, 5) as debit,
    coalesce(sum(amount) filter (where amount >= 0), 0)::decimal(38, 5) as credit
  from transactions
  where account_key not in (select unnest($held::varchar[]))
  group by account_key, currency
),
compared as (
  select coalesce(s.account_key, b.account_key) as account_key, coalesce(s.currency, b.currency) as currency, 'book' as stage,
    coalesce(b.rows, 0) as rows, coalesce(b.debit, 0) as debit, coalesce(b.credit, 0) as credit,
    coalesce(s.rows, 0) as rows_due, coalesce(s.debit, 0) as debit_due, coalesce(s.credit, 0) as credit_due
  from said s
  full join booked b on b.account_key = s.account_key and b.currency is not distinct from s.currency
  union all
  select coalesce(b.account_key, l.account_key), coalesce(b.currency, l.currency), 'export', coalesce(l.rows, 0),
    coalesce(l.debit, 0), coalesce(l.credit, 0), coalesce(b.rows - b.withheld_rows, 0),
    coalesce(b.debit - b.withheld_debit, 0), coalesce(b.credit - b.withheld_credit, 0)
  from (from booked where account_key not in (select unnest($held::varchar[]))) b
  full join leaving l on l.account_key = b.account_key and l.currency is not distinct from b.currency
)
select account_key, currency, stage, rows, debit + credit as net, rows_due, debit_due + credit_due as net_due
from compared
where (rows, debit, credit) is distinct from (rows_due, debit_due, credit_due)
order by account_key, currency, stage
