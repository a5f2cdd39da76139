-- Reads of which rows stand in quarantine because their account was none yet, and that is one by now.
select distinct r.read_id, r.consent_id || '/' || r.run_id as folder
from quarantine q
join reads r using (read_id)
join account_links l on l.consent_id = r.consent_id and l.account_id = q.evidence
where q.resolved_run is null and q.code in ('unlisted-account', 'undecided-account')
  and not exists (
    select 1 from quarantine a where a.read_id = r.read_id and a.code = 'unloadable' and a.resolved_run is null
  )
order by r.read_id
