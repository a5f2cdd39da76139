-- Ids whose row says something else than when it was last seen. What a read asked for later has overtaken is compared as well: it
-- shows as much of what the bank's ids name.
create or replace temp table id_content_changes as
select s.page_no, s.row_index, s.account_key, s.transaction_key, s.transaction_id, s.content_key as now_content,
  c.content_key as then_content, s.booking_date as now_day, c.booking_date as then_day, c.version, side_of(s.status) as side,
  s.amount is not distinct from c.amount and s.currency is not distinct from c.currency as same_amount
from staged_transactions s
join current_rows c on c.transaction_key = s.transaction_key
where s.identity_tier = 'id' and s.disposition in ('read', 'overtaken') and s.content_key <> c.content_key;
