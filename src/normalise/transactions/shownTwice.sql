-- A list that orders its rows otherwise for each page shows some of them twice. Where no id tells, a row counts as often as one
-- page shows it: equal payments that stand on two pages are told apart by a later list that shows them on one.
update staged_transactions
set disposition = 'repeated'
from (
  select page_no, row_index
  from (
    select s.page_no, s.row_index, s.account_key, side_of(s.status) as side, s.row_hash,
      row_number() over (partition by s.page_no, s.account_key, side_of(s.status), s.row_hash order by s.row_index) as nth
    from staged_transactions s
    join batch b using (read_no)
    where b.shows_twice and s.identity_tier = 'content' and s.disposition = 'read'
  )
  qualify row_number() over (partition by account_key, side, row_hash, nth order by page_no) > 1
) again
where staged_transactions.page_no = again.page_no and staged_transactions.row_index = again.row_index;
