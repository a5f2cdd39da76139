-- The first of what is taken back and put in its place, and how much there is of it.
select entry, account_key, booking_date, amount, currency, description, count(*) over ()::integer as of_all
from restatements
where account_key not in (select unnest($held::varchar[]))
order by account_key, booking_date, transaction_key, version
limit $most
