-- Reads of which rows stand in quarantine because their account was none yet, and that is one by now; and all that listed any of its rows.
with known as (
  select q.read_id
  from quarantine q
  join reads r using (read_id)
  join account_links l on l.consent_id = r.consent_id and l.account_id = q.evidence
  where q.resolved_run is null and q.code in ('unlisted-account', 'undecided-account')
  union
  select w.read_id
  from waiting_reads w
  join account_links l using (consent_id, account_id)
)
select r.read_id, r.consent_id || '/' || r.run_id as folder
from reads r
where r.read_id in (from known) and not exists (
  select 1 from quarantine a where a.read_id = r.read_id and a.code = 'unloadable' and a.resolved_run is null
)
order by r.read_id
