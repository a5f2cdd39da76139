-- Which days of which accounts this read proves, and the guard against a bank that gave less than it was asked for: a
-- whole stretch of known rows that is missing before the first row listed is a bank that kept silent, not a bank that
-- took payments back. Such days are not proven, and nothing on them is called absent.

create or replace temp table silent as
select a.account_key, l.first_listed, count(*) as rows
from read_accounts a
join missing m using (account_key)
left join (
  select account_key, min(booking_date) as first_listed from staged where disposition = 'read' group by account_key
) l using (account_key)
where l.first_listed is null or (m.booking_date < l.first_listed and l.first_listed - a.from_date > 7)
group by all
having count(*) >= 3;

delete from missing
using silent s
where missing.account_key = s.account_key
  and (s.first_listed is null or missing.booking_date < s.first_listed);

update read_accounts
set from_date = s.first_listed
from silent s
where read_accounts.account_key = s.account_key;

insert into findings by name
select 'answer-shorter-than-known' as code,
  'the bank listed nothing where the book holds ' || rows || ' rows; they are kept, and those days count as not read'
    as message,
  account_key, $run as run_id, $read as read_id, json_object('rows', rows, 'first_listed', first_listed) as evidence
from silent;

insert into coverage by name
select account_key, from_date, to_date, $read as read_id
from read_accounts
where $complete and from_date <= to_date;
