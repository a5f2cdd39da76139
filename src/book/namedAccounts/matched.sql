-- Which accounts each entry means.
select e.index, list(v.account_key order by v.account_key) as account_keys
from (
  select unnest(from_json($entries,
    '[{"index": "INTEGER", "institution": "VARCHAR", "identification": "VARCHAR", "account_id": "VARCHAR", "account_key": "VARCHAR"}]'
  ), recursive := true)
) e
join account_versions v on v.known_to is null
where (e.institution is null or v.institution = e.institution)
  and (e.account_key is null or v.account_key = e.account_key)
  and (e.account_id is null or v.account_id = e.account_id or exists (
    select 1 from account_links l where l.account_key = v.account_key and l.account_id = e.account_id
  ))
  and (e.identification is null or exists (
    select 1 from account_identifiers i
    where i.account_key = v.account_key
      and regexp_replace(i.identification, '\s', '', 'g') = regexp_replace(e.identification, '\s', '', 'g')
  ))
group by e.index
order by e.index
