-- Consents that are over and opened an account that none of the living ones opens, as their banks listed them last.
select distinct l.consent_id
from account_links l
join account_sightings a using (account_key)
left join (
  select consent_id, max(run_id) as run_id
  from reads
  where resource = 'accounts' and outcome = 'complete'
  group by consent_id
) n on n.consent_id = l.consent_id
where l.consent_id in (select unnest($over::varchar[]))
  and l.account_key not in (select account_key from account_links where consent_id in (select unnest($living::varchar[])))
  and a.last_seen_run >= coalesce(n.run_id, '')
union
-- Of one that is approved no more before anything was read nobody knows what it opens.
select consent_id
from (select unnest($unapproved::varchar[]) as consent_id)
where consent_id not in (select consent_id from reads where outcome = 'complete')
order by consent_id
