-- A row that is missing on a day on which equal rows stand on two pages of a list may stand on none: nothing is concluded of it until
-- that day was read once more.
update current_rows
set due = false, on_margin = true
from missing m
join days_in_doubt d on d.account_key = m.account_key and m.booking_date between d.from_date and d.to_date
where current_rows.transaction_key = m.transaction_key;

delete from missing
using days_in_doubt d
where missing.account_key = d.account_key and missing.booking_date between d.from_date and d.to_date;
