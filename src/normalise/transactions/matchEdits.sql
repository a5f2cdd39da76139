-- With content keys an edit is one row gone and one row new. They are paired where one thing alone was edited and no other
-- row comes into question: first the narrative, then the day, then the amount. A row that is missing in doubt is believed to be edited
-- only into one of its day, that was read whole before, which has no equal: the others are as likely payments of their own.

create or replace temp table gone_rows as
select m.transaction_key, m.account_key, v.booking_date, v.amount, v.currency, coalesce(folded(v.description), '') as narrative, b.lookback,
  m.in_doubt
from (
  select *, false as in_doubt from missing
  union all by name
  select *, true as in_doubt
  from kept_in_doubt
  where (read_no, transaction_key) not in (
    select (b.read_no, l.transaction_key) from left_out_rows l join batch b using (consent_id)
  )
) m
join batch b using (read_no)
join transaction_versions v on v.transaction_key = m.transaction_key and v.version = m.version - 1
where v.booking_date between $first_stored and $last_stored and v.identity_tier = 'content'
  and m.transaction_key not in (select old_key from replaced)
  and not m.doubled
  -- What this consent did not list before has not been edited in its list.
  and m.transaction_key not in (select transaction_key from listed_elsewhere where said_before);

create or replace temp table come_rows as
with listed_again as (
  select content_key
  from staged_transactions
  where disposition = 'read' and account_key in (select account_key from kept_in_doubt)
  group by read_no, account_key, content_key
  having count(*) > 1
),
read_to as (
  select account_key, max(to_date) as last_day
  from coverage
  where account_key in (select account_key from kept_in_doubt)
  group by account_key
)
select s.transaction_key, s.account_key, s.booking_date, s.amount, s.currency, coalesce(folded(s.description), '') as narrative,
  s.booking_date < r.last_day and s.content_key not in (select content_key from listed_again) as told_apart
from staged_transactions s
join differences d using (transaction_key)
left join read_to r using (account_key)
where d.change in ('new', 'returned') and s.disposition = 'read' and s.identity_tier = 'content' and d.previous_key is null
  and side_of(s.status) <> 'pending' and s.account_key in (select account_key from gone_rows);

create or replace temp table pairs as
select e.transaction_key as old_key, n.transaction_key as new_key, 'narrative' as what
from gone_rows e
join come_rows n using (account_key, currency, amount, booking_date)
where n.told_apart or not e.in_doubt
qualify count(*) over (partition by e.transaction_key) = 1 and count(*) over (partition by n.transaction_key) = 1;

insert into pairs
select e.transaction_key, n.transaction_key, 'day'
from (select * from gone_rows where transaction_key not in (select old_key from pairs)) e
join (select * from come_rows where transaction_key not in (select new_key from pairs)) n
  using (account_key, currency, amount, narrative)
where abs(n.booking_date - e.booking_date) <= e.lookback and not e.in_doubt
qualify count(*) over (partition by e.transaction_key) = 1 and count(*) over (partition by n.transaction_key) = 1;

insert into pairs
select e.transaction_key, n.transaction_key, 'amount'
from (select * from gone_rows where transaction_key not in (select old_key from pairs)) e
join (select * from come_rows where transaction_key not in (select new_key from pairs)) n
  using (account_key, currency, booking_date, narrative)
where narrative <> '' and sign(n.amount) = sign(e.amount) and (n.told_apart or not e.in_doubt)
qualify count(*) over (partition by e.transaction_key) = 1 and count(*) over (partition by n.transaction_key) = 1;

update differences
set previous_key = p.old_key, previous_tier = 'content'
from pairs p
where differences.transaction_key = p.new_key;

insert into missing by name
from kept_in_doubt
where transaction_key in (select old_key from pairs);
