-- A consent that does not permit the detail of rows shows them without their narrative and the other side. That takes nothing away
-- which another consent has shown; and where all else is what the book holds, it says nothing new.
update staged_transactions
set row_hash = if(known.same, known.row_hash, staged_transactions.row_hash), $set_detail
from (
  select s.read_no, s.page_no, s.row_index, v.row_hash, $detail,
    $equal_but_detail and s.proprietary_code is not distinct from v.proprietary_code
      and (s.amount, s.currency, s.booking_date) = (v.amount, v.currency, v.booking_date) as same
  from staged_transactions s
  join read_accounts a on a.read_no = s.read_no and a.account_key = s.account_key and not a.detail
  join current_rows c on c.transaction_key = s.transaction_key
  join transaction_versions v on v.transaction_key = c.transaction_key and v.version = c.version
  where s.disposition = 'read' and $without_detail
) known
where staged_transactions.read_no = known.read_no and staged_transactions.page_no = known.page_no and staged_transactions.row_index = known.row_index;
