-- A row of the book that is unlisted on the margin, and a row that is new or has come back: where both are of one instant and agree
-- in the amount or in the narrative, the bank has edited the row, or its key is made otherwise than before. Keeping both would count
-- it twice for good, because no later night asks for that day again. What merely is not listed stays. Of a bank that keeps no more
-- than the day all rows of a day are of one instant: on the first day of a list that may be cut within it only a row that says the
-- same is the same.
create or replace temp table new_rows as
select s.transaction_key, s.account_key, s.content_key, s.booking_at, side_of(s.status) as side, s.amount, s.currency,
  folded(s.description) as narrative
from staged_transactions s
join differences d using (transaction_key)
where d.change in ('new', 'returned') and s.disposition = 'read' and side_of(s.status) <> 'pending';

create or replace temp table unlisted_rows as
with listed as (
  select account_key, min(booking_at) as first_at
  from staged_transactions
  where disposition = 'read' and side_of(status) <> 'pending'
  group by account_key
)
select c.transaction_key, c.account_key, c.version, c.booking_date, c.booking_at, c.side, c.amount, c.currency,
  folded(v.description) as narrative
from unlisted_on_margin c
join transaction_versions v on v.transaction_key = c.transaction_key and v.version = c.version
join listed l on l.account_key = c.account_key
where v.booking_date between $first_stored and $last_stored
  and c.content_key not in (select content_key from postponed)
  and (c.booking_at > l.first_at or c.content_key in (select content_key from new_rows)
    or zoned(c.zone, c.booking_at)::time <> '00:00:00' and timezone('UTC', c.booking_at)::time <> '00:00:00');

insert into replaced
select o.transaction_key, n.transaction_key
from (
  select *, row_number() over (partition by account_key, side, booking_at, amount, currency order by narrative, transaction_key)
    as nth
  from unlisted_rows
) o
join (
  select *, row_number() over (partition by account_key, side, booking_at, amount, currency order by narrative, transaction_key)
    as nth
  from new_rows
) n using (account_key, side, booking_at, amount, currency, nth);

insert into replaced
select o.transaction_key, n.transaction_key
from (
  select *, sign(amount) as direction,
    row_number() over (partition by account_key, side, booking_at, narrative, currency, direction order by amount, transaction_key) as nth
  from unlisted_rows where transaction_key not in (select old_key from replaced)
) o
join (
  select *, sign(amount) as direction,
    row_number() over (partition by account_key, side, booking_at, narrative, currency, direction order by amount, transaction_key) as nth
  from new_rows where transaction_key not in (select new_key from replaced)
) n using (account_key, side, booking_at, narrative, currency, direction, nth)
where narrative <> '';

insert into missing by name
select a.read_no, u.transaction_key, u.account_key, u.version + 1 as version, u.booking_date, u.side, false as doubled,
  false as asked_about
from unlisted_rows u
join read_accounts a using (account_key)
where u.transaction_key in (select old_key from replaced);

update differences
set previous_key = r.old_key, previous_tier = 'content'
from replaced r
where differences.transaction_key = r.new_key and differences.previous_key is null;
