-- Rows that left in an export and that the book made again holds otherwise, or no more, by account.
with left_rows as (
  select distinct transaction_key from live.main.shipped_rows
),
live_rows as (
  select transaction_key, account_key, currency, booking_date, amount, description
  from live.internal.transaction_versions
  semi join left_rows using (transaction_key)
  where known_to is null and status = 'BOOK' and change <> 'absent'
),
again_rows as (
  select transaction_key, account_key, currency, booking_date, amount, description
  from internal.transaction_versions
  where known_to is null and status = 'BOOK' and change <> 'absent'
)
select account_key, count(*)::integer as rows
from (
  select account_key, currency, transaction_key, booking_date, amount, description from live_rows
  except all
  select account_key, currency, transaction_key, booking_date, amount, description from again_rows
)
group by account_key
order by account_key
