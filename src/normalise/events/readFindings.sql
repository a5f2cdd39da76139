-- What reads found that a person should look at.
insert into finding_sightings by name
select f ->> '$.code' as code, f ->> '$.message' as message, f ->> '$.account_id' as account_id, e.run_id, e.read_id,
  f -> '$.evidence' as evidence
from (
  select read_id, run_id, unnest(json_extract(findings, '$[*]')) as f
  from events
  where event = 'read-ended' and read_id not in (select read_id from finding_sightings where read_id is not null)
) e;
