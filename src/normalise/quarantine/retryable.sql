-- Reads of which something stands in quarantine, or all of them. Of reads that were loaded only those that can be taken in again:
-- none of the same account was taken in since, so that nothing older takes the place of something newer. One that was set
-- aside has said nothing yet, and does not change what was asked for later.
select r.read_id, r.consent_id || '/' || r.run_id as folder, bool_or(q.code = 'unloadable') as aside
from quarantine q
join reads r using (read_id)
where q.resolved_run is null and (
  q.code = 'unloadable' or r.load_seq is not null and not exists (
    select 1 from reads l
    where l.consent_id = r.consent_id and l.resource = r.resource and l.load_seq > r.load_seq
      and (l.account_id is null or r.account_id is null or l.account_id = r.account_id)
  )
)
group by r.read_id, folder
order by r.read_id
