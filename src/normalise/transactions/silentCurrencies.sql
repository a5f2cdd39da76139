-- Currencies whose rows the bank states in another one from now on, as where a country takes up the euro: those of a day, in the order of
-- their amounts, are at the rate of the largest, but for what is rounded, nine in ten of them, and of several amounts: the same sum in each
-- of two currencies is no rate. Amounts are compared as whole numbers, which no multiplication rounds.
-- The bank may have listed them in both for some nights. A row that is unlisted on the margin goes where one stands for it.
create or replace temp table converted_rows as
with gone as (
  select c.account_key, c.currency, c.booking_date, c.transaction_key, (c.amount * 100000)::hugeint as amount, c.first_seen_run as seen,
    m.transaction_key is null as unproven
  from current_rows c
  left join missing m using (transaction_key)
  where (c.account_key, c.currency) in (select (m.account_key, c.currency) from $rows)
    and (m.transaction_key is not null or c.transaction_key in (select transaction_key from unlisted_on_margin))
),
listed as (
  select s.account_key, s.currency, s.booking_date, (s.amount * 100000)::hugeint as amount, c.first_seen_run as seen
  from staged_transactions s
  left join current_rows c using (transaction_key)
  where s.disposition = 'read' and side_of(s.status) <> 'pending' and s.account_key in (select account_key from gone)
),
pairs as (
  select g.account_key, g.currency, l.currency as into_currency, g.transaction_key, g.unproven, g.amount, l.amount as listed_amount,
    arg_max(g.amount, abs(g.amount)) over pair as largest, arg_max(l.amount, abs(g.amount)) over pair as listed_largest
  from (select *, row_number() over (partition by account_key, currency, booking_date order by amount, transaction_key) as nth from gone) g
  join (select *, row_number() over (partition by account_key, currency, booking_date order by amount) as nth from listed) l
    using (account_key, booking_date, nth)
  where l.currency <> g.currency and (l.seen is null or l.seen > g.seen) and sign(l.amount) = sign(g.amount)
  window pair as (partition by g.account_key, g.currency, l.currency)
),
at_one_rate as (
  select *, count(*) filter (where not unproven) over pair as rows,
    len(list_distinct(list(if(unproven, null, amount)) over pair)) as amounts
  from pairs
  where abs(amount * listed_largest - listed_amount * largest) <= 1000 * abs(largest) and largest <> listed_largest
  window pair as (partition by account_key, currency, into_currency)
)
select distinct r.account_key, r.currency, r.transaction_key, r.unproven
from at_one_rate r
join (select account_key, currency, count(*) as rows from gone where not unproven group by all) g using (account_key, currency)
where r.rows * 10 >= g.rows * 9 and r.amounts > 2;

insert into missing by name
select a.read_no, c.transaction_key, c.account_key, c.version + 1 as version, c.booking_date, c.side, false as doubled,
  false as asked_about
from converted_rows r
join current_rows c using (transaction_key)
join read_accounts a on a.account_key = c.account_key
where r.unproven;

-- A currency of which an account lists nothing, where several of its rows on several days were listed before, is kept silent about,
-- as a whole account may be. Rows that the bank puts under another currency are listed all the same.
create or replace temp table silent_currencies as
select m.account_key, c.currency, count(*) as rows, max(m.booking_date) as last_missing
from $rows
  and m.account_key in (select account_key from listed)
  and (m.account_key, c.currency) not in (select (account_key, currency) from converted_rows)
  and not exists (
    select 1 from staged_transactions s
    join differences d on d.transaction_key = s.transaction_key and d.change in ('new', 'returned')
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
