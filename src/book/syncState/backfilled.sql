-- Windows of transactions that backfills of the last year have asked for, whether they were given, and the first run since, or that one
-- itself, that came to its end and left nothing over; and the first such that asked for any of the consent. Null where there is none.
with backfills as (
  select run_id,
    coalesce(outcome not in ('interrupted', 'storage', 'failed') and not list_contains(causes, 'QuotaSpent'), false) as left_nothing
  from runs
  where pipeline = 'backfill'
),
asked as (
  select r.*,
    r.load_seq is not null and (r.outcome = 'complete' or r.error_tag is not distinct from 'RowsRepeated') as given
  from reads r
  join backfills using (run_id)
  join asked_consents a using (consent_id)
  where r.resource = 'transactions' and r.outcome is not null
    and r.started_at >= timezone('UTC', (a.today - 366)::timestamp)
)
select r.consent_id as "consentId", r.account_id as "accountId", r.from_date::varchar as "from", r.to_date::varchar as "to", r.given,
  r.started_at as "at", w.run_id as "settledBy", o.run_id as "settledByOwn"
from asked r
asof left join (from backfills where left_nothing) w on r.run_id <= w.run_id
asof left join (select distinct consent_id, run_id from asked join backfills using (run_id) where backfills.left_nothing) o
  on r.consent_id = o.consent_id and r.run_id <= o.run_id
order by "at", "accountId", "from";
