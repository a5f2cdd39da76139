-- Reads of which something stands in quarantine, or all of them, and that can be taken in again: none of the same account was
-- taken in since, so that nothing older takes the place of something newer.
select r.read_id, r.consent_id || '/' || r.run_id as folder, bool_or(q.code = 'unloadable') as aside
from quarantine q
join reads r using (read_id)
left join (
  select subject as read_id, max(load_seq) as load_seq from loads where kind = 'set-aside' group by subject
) aside using (read_id)
where q.resolved_run is null and (r.load_seq is not null or q.code = 'unloadable')
  and not exists (
    select 1 from reads l
    where l.consent_id = r.consent_id and l.resource = r.resource and l.load_seq > coalesce(r.load_seq, aside.load_seq)
      and (l.account_id is null or r.account_id is null or l.account_id = r.account_id)
  )
group by r.read_id, folder
order by r.read_id
