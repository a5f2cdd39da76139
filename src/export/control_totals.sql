-- What the books add up to, per account and currency. A row is a debit or a credit by its sign; a zero is a credit.
select
  account_key,
  currency,
  count(*) as rows,
  coalesce(sum(amount) filter (where amount < 0), 0)::decimal(38, 5) as debit,
  coalesce(sum(amount) filter (where amount >= 0), 0)::decimal(38, 5) as credit,
  sum(amount)::decimal(38, 5) as net
from transactions
group by account_key, currency
order by account_key, currency
