-- What the book made again would change in the money: booked rows as now known, per account, currency and month. Rows are
-- compared by what they say; a row that says the same under another key has a new key and changes no money.
with live_rows as (
  select transaction_key, account_key, currency, strftime(booking_date, '%Y-%m') as month, booking_date, amount, description
  from live.internal.transaction_versions
  where known_to is null and status = 'BOOK' and change <> 'absent'
),
again_rows as (
  select transaction_key, account_key, currency, strftime(booking_date, '%Y-%m') as month, booking_date, amount, description
  from internal.transaction_versions
  where known_to is null and status = 'BOOK' and change <> 'absent'
),
lost as (
  select account_key, currency, month, count(*) as rows
  from (
    select account_key, currency, month, booking_date, amount, description from live_rows
    except all
    select account_key, currency, month, booking_date, amount, description from again_rows
  )
  group by all
),
gained as (
  select account_key, currency, month, count(*) as rows
  from (
    select account_key, currency, month, booking_date, amount, description from again_rows
    except all
    select account_key, currency, month, booking_date, amount, description from live_rows
  )
  group by all
),
renamed as (
  select account_key, currency, month, count(*) as rows
  from live_rows
  where transaction_key not in (select transaction_key from again_rows)
  group by all
),
live_totals as (
  select account_key, currency, month, count(*) as rows, sum(amount) as net from live_rows group by all
),
again_totals as (
  select account_key, currency, month, count(*) as rows, sum(amount) as net from again_rows group by all
)
select account_key, currency, month,
  coalesce(l.rows, 0)::integer as rows_now, coalesce(a.rows, 0)::integer as rows_then,
  coalesce(l.net, 0)::decimal(38, 5)::varchar as net_now, coalesce(a.net, 0)::decimal(38, 5)::varchar as net_then,
  coalesce(lost.rows, 0)::integer as rows_lost, coalesce(gained.rows, 0)::integer as rows_gained,
  greatest(coalesce(renamed.rows, 0) - coalesce(lost.rows, 0), 0)::integer as keys_changed
from live_totals l
full join again_totals a using (account_key, currency, month)
left join lost using (account_key, currency, month)
left join gained using (account_key, currency, month)
left join renamed using (account_key, currency, month)
where coalesce(lost.rows, 0) + coalesce(gained.rows, 0) + coalesce(renamed.rows, 0) > 0
order by account_key, currency, month
