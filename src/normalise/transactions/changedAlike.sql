-- Rows of settled days that say another amount now than when they were read. One or two are mended; where most of what a list
-- shows again is, the bank states its rows otherwise than before, and either may be wrong. It is told, and what this list
-- does not reach is read once more.
create or replace temp table changed_alike as
select s.account_key, count(*) as known,
  count(*) filter (where s.amount = -c.amount and s.currency = c.currency) as turned,
  count(*) filter (where s.currency <> c.currency) as coined,
  count(*) filter (where s.amount <> c.amount or s.currency <> c.currency) as changed,
  min(c.booking_date) as first_day, max(c.booking_date) as last_day
from staged_transactions s
join current_rows c using (transaction_key)
join batch b using (read_no)
where s.disposition = 'read' and side_of(s.status) = 'booked' and c.side = 'booked' and c.overtaken is distinct from true
  and c.change <> 'absent' and s.amount <> 0 and c.booking_date < b.today - 1
group by s.account_key
having changed >= 3 and changed > known / 2;

insert into found by name
select 'rows-changed-alike' as code, account_key,
  changed || ' of ' || known || ' booked rows that were known have another '
    || case when turned > changed / 2 then 'sign' when coined > changed / 2 then 'currency' else 'amount' end
    || ' now; what the bank says now is in the book, what it said before in transaction_versions, and the days before are read again'
    as message,
  json_object('rows', changed, 'of', known, 'other_sign', turned, 'other_currency', coined, 'first_day', first_day,
    'last_day', last_day) as evidence
from changed_alike
order by account_key;
