-- Days of which a read that was asked for later says everything. What a read lists there was there when it was asked for,
-- and the later one has told what became of it. Only booked rows from before all that the book holds of the account are taken
-- in: a bank gives no more than it keeps, and what it does not give any more it does not take back.
insert into later_spans
select c.account_key, c.from_date, if(l.open_ended, date '9999-12-31', c.to_date)
from later_loads l
join coverage c using (read_id)
where c.account_key in (select account_key from read_accounts);

update staged_transactions
set disposition = 'overtaken'
from later_spans l
left join (
  select account_key, min(booking_date) as first_day
  from transaction_versions
  where account_key in (select account_key from later_spans) and known_to is null and status = 'BOOK' and change <> 'absent'
  group by account_key
) b using (account_key)
where staged_transactions.disposition = 'read' and l.account_key = staged_transactions.account_key
  and staged_transactions.booking_date between l.from_date and l.to_date
  and (side_of(staged_transactions.status) = 'pending' or staged_transactions.booking_date >= b.first_day);
