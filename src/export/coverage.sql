-- Days proven read, as the manifest lists them.
select account_key, from_date, to_date
from covered
order by account_key, from_date
