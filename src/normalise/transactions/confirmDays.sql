-- Days that were answered and not proven are proven after all, each span from a day on to its end.
insert into coverage by name
select account_key, from_date, to_date, read_id from confirmed_days;

update unconfirmed_days
set to_date = c.from_date - 1
from confirmed_days c
where unconfirmed_days.account_key = c.account_key and unconfirmed_days.read_id = c.read_id;

delete from unconfirmed_days
where from_date > to_date;
