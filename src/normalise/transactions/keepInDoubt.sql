-- A row that is missing on a day on which equal rows stand on two pages of a list may stand on none: nothing is concluded of it until
-- that day was read once more.
delete from missing
using days_in_doubt d
where missing.account_key = d.account_key and missing.booking_date between d.from_date and d.to_date
  and not missing.doubled;
