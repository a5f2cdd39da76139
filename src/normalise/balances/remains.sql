-- What remains of the balances that are not of the common shape, and the members that they have twice. `extra` is what is left of them
-- as they were sent.
update staged_balances
set extra = r.extra, duplicates = r.duplicates
from (
  select page_no, row_index, duplicates, rest_of_any(sent, rest, $emptied, duplicates) as extra
  from (
    select page_no, row_index, o.sent, s.extra as rest, list_concat(duplicate_keys(o.sent, $pointers), s.duplicates) as duplicates
    from staged_balances s
    join sent_balances o using (page_no, row_index)
    where apart
  )
) r
where staged_balances.page_no = r.page_no and staged_balances.row_index = r.row_index;
