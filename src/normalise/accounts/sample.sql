-- The booked rows of the accounts in question, each by what it says apart from its account and its id.
insert into sampled_rows
select account_id, booking_date, amount, currency,
  row_content(booking_date, amount, currency, description, proprietary_code)
from staged
where disposition = 'read' and status = 'BOOK' and account_id in (select account_id from candidate_accounts);
