-- Writes the credit lines of the balances that were not stated before.
insert into credit_lines by name
select d.balance_key, $item_columns
from balance_differences d
join staged_balances s on s.balance_key = d.balance_key and s.disposition = 'read', unnest(s.credit_lines) as u(l);
