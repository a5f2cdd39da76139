-- A row that is missing on a day on which equal rows stand on two pages of a list may stand on none: nothing is concluded of it until
-- that day was read once more, but that the bank has edited it, where one is listed in its place.
insert into kept_in_doubt by name
select distinct m.*
from missing m
join days_in_doubt d on d.account_key = m.account_key and m.booking_date between d.from_date and d.to_date
where not m.doubled;

delete from missing
where transaction_key in (select transaction_key from kept_in_doubt);
