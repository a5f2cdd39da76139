-- What each institution's part of the book holds, and on how many of its accounts the newest booked balance is the sum of
-- the movements booked until then.
with booked as (
  select account_key, currency, amount, as_of
  from latest_balances
  where type = 'ITBD'
),
sums as (
  select b.account_key, b.currency, b.amount,
    coalesce(sum(t.amount), 0) as movements
  from booked b
  left join transactions t on t.account_key = b.account_key and t.currency = b.currency and t.booking_at <= b.as_of
  group by all
)
select a.institution,
  count(*)::integer as accounts,
  (select count(*)::integer from balances b join accounts o using (account_key) where o.institution = a.institution)
    as balances,
  (select count(*)::integer from transactions t join accounts o using (account_key) where o.institution = a.institution)
    as transactions,
  (
    select count(*)::integer from pending_transactions t join accounts o using (account_key)
    where o.institution = a.institution
  ) as pending,
  (
    select min(booking_date)::varchar from transactions t join accounts o using (account_key)
    where o.institution = a.institution
  ) as since,
  (select count(*)::integer from sums s join accounts o using (account_key) where o.institution = a.institution)
    as proven_of,
  (
    select count(*)::integer from sums s join accounts o using (account_key)
    where o.institution = a.institution and s.amount = s.movements
  ) as proven
from accounts a
group by a.institution
order by a.institution
