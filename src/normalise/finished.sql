-- Complete reads of today's runs of this pipeline that were killed or interrupted, after the last one that came to its
-- end: what they read need not be read again.
select r.resource, r.account_id as "accountId", r.from_date::varchar as "from", r.to_date::varchar as "to"
from reads r
join runs u using (run_id)
where r.consent_id = $consent and r.outcome = 'complete' and u.pipeline = $pipeline and u.run_id <> $run
  and (u.outcome is null or u.outcome = 'interrupted')
  and timezone($zone, r.started_at)::date = $today
  and u.run_id > (
    select coalesce(max(run_id), '') from runs
    where pipeline = $pipeline and outcome is not null and outcome <> 'interrupted'
  )
