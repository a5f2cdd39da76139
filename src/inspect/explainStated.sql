-- What balances stated after the rows of an account prove of these rows, by currency: of how many they are, and where a row begins
-- at an amount at which no other ends. The oldest one does too.
with own as (
  select transaction_key, currency, booking_date, amount, running_balance, running_balance_doubtful
  from transactions
  where account_key = $account_key
),
believed as (
  select currency, transaction_key, booking_date, running_balance::decimal(38,5) as ends_at, ends_at - amount as begins_at
  from own
  where running_balance is not null and not running_balance_doubtful
),
ends as (
  select currency, held, sum(begins) as begins
  from (
    select currency, begins_at as held, 1 as begins from believed
    union all
    select currency, ends_at, -1 from believed
  )
  group by all
),
anew as (
  select currency, list(transaction_key order by booking_date, transaction_key)[2:11] as rows
  from (
    select b.*
    from believed b
    join ends e on e.currency = b.currency and e.held = b.begins_at and e.begins > 0
    -- Of several that begin there any may be the one.
    qualify row_number() over (partition by b.currency, b.begins_at order by b.booking_date desc, b.transaction_key desc) <= e.begins
  )
  group by currency
)
select o.currency, count(*) as rows, count(running_balance) as stated,
  count(*) filter (running_balance_doubtful) as doubtful, coalesce(any_value(a.rows), []) as begun_anew
from own o
left join anew a using (currency)
group by o.currency
having count(running_balance) > 0
order by o.currency
