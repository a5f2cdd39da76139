-- The booked rows of the accounts in question, each by what it says apart from its account and its id, and apart from its day; and
-- by its id where ids are believed; and whether it has a narrative.
insert into sampled_rows
select s.account_id, booking_date, amount, currency, row_content(booking_date, amount, currency, description, proprietary_code),
  row_content(null, amount, currency, description, proprietary_code), case when b.trusted then transaction_id end, description is not null
from staged_transactions s
join batch b using (read_no)
where disposition = 'read' and status = 'BOOK' and s.account_id in (select account_id from candidate_accounts);
