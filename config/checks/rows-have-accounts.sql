-- on failure: hold
-- A booked row of an account that nobody lists would be exported without institution and without name.
select account_key, count(*) as rows
from transactions
where account_key not in (select account_key from accounts)
group by account_key
order by account_key
