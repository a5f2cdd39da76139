-- What a person should hear of: findings and questions since the run that told last, and the accounts that are held.
select 'finding' as type, finding_id as id, finding_id || ' ' || run_id as occasion, code, account_key, institution, message
from findings
where closed_run is null and (run_id > $told::varchar or run_id = $run)
union all
select 'question', review_id, review_id, kind, account_key, null, reason
from reviews
where resolved_run is null and (opened_run > $told::varchar or opened_run = $run)
union all
-- Held until a person lets the account go, or the next balance proves it.
select 'held', account_key, account_key || ' ' || currency, verdict, account_key, null,
  'account ' || account_key || ' is held: its balances and movements do not prove each other'
from verdicts
where verdict in ('broken', 'unprovable') and policy = 'hold'
  and (released_until is null or released_until < $today::date)
order by type, occasion
