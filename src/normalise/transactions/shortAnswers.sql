-- The guard against a bank that gave less than it was asked for. A whole stretch of known rows that is missing at either end
-- of the list is a bank that kept silent, not a bank that took payments back. Such days are not proven, and nothing on them
-- is called absent. One row or two that are missing there are believed, unless lists of the account are seen to be cut there,
-- and so are rows in the midst of others; none is where nothing is listed. At the early end of a history not even one is, where
-- it was asked for without a beginning, or where the row may not move any more and this run has seen none that is older: a bank
-- gives no more than it keeps.

create or replace temp macro is_a_stretch(rows, days) as rows >= 20 or rows >= 3 and days >= 3;

create or replace temp table oldest_given as
select v.account_key, min(v.booking_date) as first_day
from transaction_versions v
join coverage c on c.account_key = v.account_key and v.booking_date between c.from_date and c.to_date
join reads r on r.read_id = c.read_id
join account_reads a on a.account_key = v.account_key and a.run_id = r.run_id
where v.account_key in (select account_key from missing) and v.known_to is null and v.status = 'BOOK' and v.change <> 'absent'
group by v.account_key;

create or replace temp table listed as
select account_key, min(booking_date) as first_day, max(booking_date) as last_day, min(booking_at) as first_at
from staged_transactions
where disposition in ('read', 'overtaken') and side_of(status) <> 'pending'
group by account_key;

-- Rows of the first day that is listed in whose place that list has others, new and of the same amounts, as a bank names all of its rows
-- anew: no part of the day was left out, and both would count. Of a day that nobody had read to its end, nor some days later, new rows
-- are such as came since, whatever their amounts are.
create or replace temp table named_anew as
with read_before as (
  select l.account_key, l.first_day
  from listed l
  join account_reads a using (account_key)
  where l.first_day < a.recent and l.first_day < (select max(c.to_date) - 2 from coverage c where c.account_key = l.account_key)
),
gone as (
  select m.*, c.currency, c.amount, row_number() over (partition by m.account_key, c.currency, c.amount order by transaction_key) as nth
  from missing m
  join current_rows c using (transaction_key)
  join read_before b on b.account_key = m.account_key and b.first_day = m.booking_date
),
put_in as (
  select s.account_key, s.currency, s.amount, count(*) as rows
  from staged_transactions s
  join differences d using (transaction_key)
  join read_before b on b.account_key = s.account_key and b.first_day = s.booking_date
  where d.change in ('new', 'returned') and d.previous_key is null and s.disposition = 'read' and side_of(s.status) <> 'pending'
  group by all
)
select g.* exclude (currency, amount, nth)
from gone g
join put_in p using (account_key, currency, amount)
where g.nth <= p.rows;

delete from missing where transaction_key in (select transaction_key from named_anew);

-- An account of which nothing at all was listed: an empty list proves no loss, however often it is given, and a list of other
-- accounts proves none of this one. A list that holds something of it again says which of its rows are gone. A window of days that
-- are long over, before all that this run has listed of the account, lies before what the bank keeps.
create or replace temp table silent as
select m.account_key, null::date as last_listed, null::timestamptz as first_at, count(*) as rows,
  max(m.booking_date) as last_missing,
  if(a.asked_to < a.recent and not exists (
    select 1 from control_totals t where t.account_key = m.account_key and t.run_id = a.run_id and t.stage = 'read'
  ), a.asked_to + 1, null) as first_listed
from missing m
join account_reads a using (account_key)
where m.account_key not in (select account_key from listed)
group by m.account_key, a.asked_to, a.recent, a.run_id;

-- A bank may keep its rows to the very hour: of the oldest day that it lists it may list a part, whether it was asked for all
-- that it has or from a day before that.
update listed
set first_day = first_day + 1
from account_reads a
where listed.account_key = a.account_key and (a.margins and a.asked_from is null or listed.first_day < a.recent)
  and (listed.account_key, listed.first_day) in (select (account_key, booking_date) from missing);

-- Accounts of which a list is seen to be cut at its early end: two rows or more are missing there beyond those that new rows of their
-- amounts may be edits of; or so it was when the account was last read; or the list before, which was asked for from three days
-- earlier at least, held just as many rows, and one is missing there that was not moved by some days. Of these not even one row is
-- believed to be gone there, and of the oldest day a part may be listed. A new row of a day that nobody had read is an edit of one within
-- the week before alone: equal dues come in one by one.
create or replace temp table cut_early as
with before as (
  select a.account_key, a.read_no, a.asked_from, r.read_id, r.rows_read, r.from_date
  from account_reads a
  join reads r on r.consent_id = a.consent_id and r.account_id is not distinct from a.account_id and r.resource = 'transactions'
    and r.outcome = 'complete' and r.load_seq < a.seq
  where a.account_key in (select account_key from missing)
  qualify row_number() over (partition by a.account_key order by r.load_seq desc) = 1
),
left_out as (
  select m.account_key, c.currency, c.amount, count(*) as rows, max(m.booking_date) as last_day
  from missing m
  join current_rows c using (transaction_key)
  join listed l on l.account_key = m.account_key
  where c.booking_at <= l.first_at
  group by all
),
read_to as (
  select account_key, max(to_date) as last_day
  from coverage
  where account_key in (select account_key from missing)
  group by account_key
),
put_in as (
  select o.account_key, o.currency, o.amount, count(*) as rows,
    count(*) filter (where s.booking_date < t.last_day - 2 and s.booking_date <= o.last_day + 7) as near
  from left_out o
  join staged_transactions s using (account_key, currency, amount)
  join differences d on d.transaction_key = s.transaction_key and d.change in ('new', 'returned')
  left join read_to t on t.account_key = o.account_key
  where s.disposition = 'read' and s.booking_date <= greatest(t.last_day, o.last_day + 7)
  group by all
),
lacking as (
  select account_key, sum(greatest(left_out.rows - coalesce(put_in.rows, 0), 0)) as rows,
    sum(greatest(left_out.rows - coalesce(put_in.near, 0), 0)) as rows_not_moved
  from left_out
  left join put_in using (account_key, currency, amount)
  group by account_key
)
select account_key
from lacking
where rows >= 2
union
select b.account_key
from before b
join finding_sightings f on f.read_id = b.read_id and f.account_key = b.account_key and f.code = 'answer-shorter-than-known'
  and (f.evidence ->> '$.first_listed') is not null
union
select account_key
from before
join lacking using (account_key)
where rows_not_moved >= 1 and (from_date is null or from_date <= asked_from - 3)
  and rows_read = (select count(*) from staged_transactions where staged_transactions.read_no = before.read_no);

-- That shows where a known row of it is missing, or where all reads of the day ended before the first row that is listed now: between
-- the two there may be others.
update listed
set first_day = first_day + 1
where account_key in (select account_key from cut_early)
  and (
    exists (
      select 1 from missing m
      join current_rows c using (transaction_key)
      where m.account_key = listed.account_key and m.booking_date = listed.first_day and c.booking_at <= listed.first_at
    )
    or first_at > (
      select max(r.started_at) from coverage c
      join reads r using (read_id)
      where c.account_key = listed.account_key and listed.first_day between c.from_date and c.to_date
    )
  );

-- Rows before the first one listed, or after the last.
create or replace temp table ends as
select m.account_key, m.booking_date < l.first_day as early, l.first_day, l.last_day, count(*) as rows,
  max(m.booking_date) as last_missing,
  any_value(l.first_at) filter (
    where zoned(a.zone, l.first_at)::time <> '00:00:00' and timezone('UTC', l.first_at)::time <> '00:00:00'
  ) as first_at
from missing m
join listed l using (account_key)
join account_reads a using (account_key)
left join oldest_given o using (account_key)
where m.booking_date < l.first_day or m.booking_date > l.last_day
group by m.account_key, early, l.first_day, l.last_day, o.first_day, a.margins, a.asked_from, a.recent
having is_a_stretch(count(*), count(distinct m.booking_date))
  or early and (m.account_key in (select account_key from cut_early)
    or a.margins and a.asked_from is null
    or coalesce(min(m.booking_date) <= o.first_day, true) and max(m.booking_date) < a.recent);

insert into silent by name
select account_key, max(first_day) filter (where early) as first_listed, max(last_day) filter (where not early) as last_listed,
  max(first_at) filter (where early) as first_at, sum(rows)::bigint as rows, max(last_missing) as last_missing
from ends
group by account_key;

-- Of what is kept nothing is concluded, as on the days around those that are proven; but a row that took the place of one is
-- listed, and would count beside it.
update current_rows
set due = false, on_margin = true
from missing m
join silent s using (account_key)
where current_rows.transaction_key = m.transaction_key
  and (m.booking_date < s.first_listed or m.booking_date > s.last_listed);

delete from missing
using silent s
where missing.account_key = s.account_key
  and (s.first_listed is null and s.last_listed is null
    or missing.booking_date < s.first_listed or missing.booking_date > s.last_listed);

update read_accounts
set from_date = case when s.first_listed is null and s.last_listed is null then null
    else coalesce(s.first_listed, read_accounts.from_date) end,
  to_date = coalesce(s.last_listed, read_accounts.to_date)
from silent s
where read_accounts.account_key = s.account_key;

insert into found by name
select 'answer-shorter-than-known' as code,
  'the bank listed nothing where the book holds ' || rows || if(rows = 1, ' row; it is kept', ' rows; they are kept')
    || ', and this answer proves none of those days' as message,
  account_key,
  json_object('rows', rows, 'first_listed', first_listed, 'last_listed', last_listed, 'last_missing', last_missing,
    'first_at', strftime(timezone('UTC', first_at), '%Y-%m-%dT%H:%M:%SZ')) as evidence
from silent
-- That lists of all accounts leave an account out is told, and it is asked for by itself.
where account_key not in (
  select account_key from left_out_accounts join account_reads using (account_key) where account_id is null
);

insert into missing by name
from named_anew;
