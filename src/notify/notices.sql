-- What a person should hear of beside findings: questions since the run that told last, and of older runs whose reads were
-- taken in since; and the accounts that are held.
select 'question' as type, review_id as id, review_id as occasion, kind as code, account_key, null::varchar as institution,
  reason as message
from reviews
where resolved_run is null and (
  opened_run > $told::varchar or opened_run = $run
  or opened_run in (select run_id from reads where load_seq > $load::bigint)
)
union all
-- Held until a person lets the account go, or the next balance proves it; one currency holds the account.
select 'held', account_key, account_key, min(verdict), account_key, null,
  'account ' || account_key || ' is held: its balances and movements do not prove each other'
from verdicts
where verdict in ('broken', 'unprovable') and policy = 'hold'
  and (released_until is null or released_until < $today::date)
group by account_key
order by type, occasion
