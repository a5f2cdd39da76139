-- What the reads of one run brought, and what the book held after it.
select run_id, stage, account_key, currency, rows, debit, credit, net
from control_totals
where run_id = $run
order by stage, account_key, currency
