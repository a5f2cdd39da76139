-- The balance that a bank states after a row is the one before it and the row's amount. The order of a day's rows is not known,
-- so one is looked for that it follows from, or that follows from it, on the same day or on the next that has any. Some banks
-- copy the direction of the row into the balance: then neither is found.

-- Of which something is known since: rows that came, those in whose place they stand, and those that count otherwise. One may stand
-- there several times.
create or replace temp table relearned_rows as
with learned as (
  select min(decided_at) as since from loads where load_seq > $since
),
recounted as (
  select transaction_key from withheld_rows, learned where known_from >= since or known_to >= since
),
touched as (
  select account_key, transaction_key, booking_date from transaction_versions where load_seq > $since
  union all
  select account_key, transaction_key, booking_date from transaction_versions where known_to >= (select since from learned)
  union all
  select account_key, transaction_key, booking_date from transaction_versions where transaction_key in (from recounted)
)
from touched
where account_key in (select account_key from news);

create or replace temp view running_rows as
from counted_versions
where running_balance is not null and known_to is null and status = 'BOOK' and change <> 'absent';

-- That may be what a row of the next day that has any follows from, or of the day before; and what else that follows from stands
-- on the next day but one.
create or replace temp table doubted_days as
with changed as (
  select account_key, min(booking_date) as first_day, max(booking_date) as last_day from relearned_rows group by account_key
),
neighbours as (
  select d.account_key, d.currency, c.first_day, c.last_day, max(d.booking_date, 2) filter (where d.booking_date < c.first_day) as before,
    min(d.booking_date, 2) filter (where d.booking_date > c.last_day) as after
  from changed c
  join (select distinct account_key, currency, booking_date from running_rows) d using (account_key)
  group by d.account_key, d.currency, c.first_day, c.last_day
)
select account_key, currency, coalesce(before[1], first_day) as first_day, coalesce(after[1], last_day) as last_day,
  coalesce(before[2], before[1], first_day) as from_day, coalesce(after[2], after[1], last_day) as to_day
from neighbours;

-- Days are numbered through all accounts and currencies, with a gap between two of them, so that a number alone tells which day is
-- next to which. Nothing follows from what has no currency.
create or replace temp table running as
with rows_around as materialized (
  select v.transaction_key, v.account_key, v.currency, v.booking_date, v.amount, v.running_balance,
    v.booking_date between d.first_day and d.last_day as is_doubted
  from running_rows v
  join doubted_days d on d.account_key = v.account_key and d.currency is not distinct from v.currency
    and v.booking_date between d.from_day and d.to_day
),
days as (
  select account_key, currency, booking_date,
    if(currency is not null,
      row_number() over (order by account_key, currency, booking_date) + dense_rank() over (order by account_key, currency), null) as day_no,
    sum(rows) over (partition by account_key, currency) > 1 as has_others
  from (select account_key, currency, booking_date, count(*) as rows from rows_around group by all)
)
select r.transaction_key, r.account_key, r.running_balance, r.is_doubted, d.day_no, d.has_others,
  -- More than a balance can be is before no row.
  try_cast(r.running_balance::decimal(38,5) - r.amount as decimal(18,5)) as before
from rows_around r
join days d on d.account_key = r.account_key and d.currency is not distinct from r.currency and d.booking_date = r.booking_date;

-- Few rows follow from nothing: only of these it is looked for what follows from them.
create or replace temp table follows_nothing as
select r.transaction_key, r.account_key, r.day_no, r.running_balance
from running r
anti join (
  select unnest([day_no, day_no + 1]) as day_no, running_balance, transaction_key from running
) b on b.day_no = r.day_no and b.running_balance = r.before and b.transaction_key <> r.transaction_key
where r.has_others and r.is_doubted;
