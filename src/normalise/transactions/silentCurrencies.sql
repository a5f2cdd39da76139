-- Currencies whose rows the bank states in another one from now on, as where a country takes up the euro: those of a day, in the order of
-- their amounts, are at the rate of the largest, but for what is rounded, nine in ten of them. Whole numbers, as none may be rounded again.
create or replace temp table redenominated as
with sides as (
  select m.account_key, c.currency, m.booking_date, (c.amount * 100000)::hugeint as amount, false as listed
  from missing m
  join current_rows c using (transaction_key)
  union all
  select s.account_key, s.currency, s.booking_date, (s.amount * 100000)::hugeint, true
  from staged_transactions s
  join differences d using (transaction_key)
  where s.disposition = 'read' and d.change in ('new', 'returned') and side_of(s.status) <> 'pending'
),
placed as (
  select *, row_number() over (partition by account_key, currency, booking_date, listed order by amount) as nth from sides
),
pairs as (
  select g.account_key, g.currency, s.currency as into_currency, g.amount, s.amount as listed_amount,
    arg_max(g.amount, abs(g.amount)) over pair as largest, arg_max(s.amount, abs(g.amount)) over pair as listed_largest
  from placed g
  join placed s using (account_key, booking_date, nth)
  where not g.listed and s.listed and s.currency <> g.currency
  window pair as (partition by g.account_key, g.currency, s.currency)
)
select p.account_key, p.currency
from pairs p
join (
  select account_key, currency, count(*) as rows from placed where not listed group by all
) g using (account_key, currency)
where abs(p.amount * p.listed_largest - p.listed_amount * p.largest) <= 1000 * abs(p.largest)
group by p.account_key, p.currency, p.into_currency, g.rows
having count(*) * 10 >= g.rows * 9;

-- A currency of which an account lists nothing, where several of its rows on several days were listed before, is kept silent about,
-- as a whole account may be. Rows that the bank has put under another currency are listed all the same.
create or replace temp table silent_currencies as
select m.account_key, c.currency, count(*) as rows, max(m.booking_date) as last_missing
from $rows
  and m.account_key in (select account_key from listed)
  and (m.account_key, c.currency) not in (select (account_key, currency) from redenominated)
  and not exists (
    select 1 from staged_transactions s
    where s.disposition = 'read' and s.account_key = m.account_key and s.booking_date = m.booking_date and s.amount = c.amount
  )
group by all
having is_a_stretch(count(*), count(distinct m.booking_date));

update current_rows
set due = false, on_margin = true
from missing m
where current_rows.transaction_key = m.transaction_key
  and (current_rows.account_key, current_rows.currency) in (select (account_key, currency) from silent_currencies);

delete from missing
where transaction_key in (
  select transaction_key from current_rows where (account_key, currency) in (select (account_key, currency) from silent_currencies)
);

insert into found by name
select 'answer-shorter-than-known' as code,
  'the bank listed nothing in ' || currency || ' where the book holds ' || rows
    || ' rows; they are kept' as message,
  account_key, currency as part,
  json_object('rows', rows, 'currency', currency, 'first_listed', null, 'last_listed', null,
    'last_missing', last_missing) as evidence
from silent_currencies;
