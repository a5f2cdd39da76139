-- Complete reads of runs of this pipeline that were killed, interrupted or broken off, after the last one that came to its end.
select r.consent_id as "consentId", r.resource, r.account_id as "accountId", r.from_date::varchar as "from", r.to_date::varchar as "to",
  r.started_at as "startedAt"
from reads r
join runs u using (run_id)
where r.consent_id in (select unnest($consents::varchar[])) and r.outcome = 'complete' and u.pipeline = $pipeline and u.run_id <> $run
  and (u.outcome is null or u.outcome in ('interrupted', 'storage', 'failed'))
  and u.run_id > (
    select coalesce(max(run_id), '') from runs
    where pipeline = $pipeline and outcome is not null and outcome not in ('interrupted', 'storage', 'failed')
  )
