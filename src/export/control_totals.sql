-- What the books add up to, per account and currency. A row is a debit or a credit by its sign; a zero is a credit.
select
  account_key,
  currency,
  count(*) as rows,
  coalesce(sum(amount) filter (where amount < 0), 0)::decimal(38, 5) as debit,
  coalesce(sum(amount) filter (where amount >= 0), 0)::decimal(38, 5) as credit,
  sum(amount)::decimal(38, 5) as net,
  any_value(a.name) as name,
  any_value(a.entity) as entity,
  any_value(a.ledger_code) as ledger_code
from transactions
left join (
  select account_key, min(name) as name, min(entity) as entity, min(ledger_code) as ledger_code from account_owners group by all
) a using (account_key)
where account_key not in (select unnest($held::varchar[]))
group by account_key, currency
order by account_key, currency
