-- A currency of which an account lists nothing, where several of its rows on several days were listed before, is kept silent about,
-- as a whole account may be. Rows that the bank has put under another currency are listed all the same.
create or replace temp table silent_currencies as
select m.account_key, c.currency, count(*) as rows, max(m.booking_date) as last_missing
from missing m
join current_rows c using (transaction_key)
where m.account_key in (select account_key from listed)
  and (m.account_key, c.currency) not in (
    select (account_key, currency) from staged_transactions where disposition in ('read', 'overtaken') and account_key is not null
  )
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
