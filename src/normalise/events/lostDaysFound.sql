-- No read shows what cannot be read: the place of such a sighting among the others is that of its run.
insert into finding_sightings by name
select 'days-lost' as code, d.message, d.account_key, d.account_id, d.run_id, d.run_id || '-lost' as read_id,
  json_object('from', d.from_date::varchar, 'to', d.to_date::varchar, 'reason', d.reason) as evidence,
  d.from_date::varchar as part
from lost_days d
where d.account_key is not null and not exists (
  select 1 from finding_sightings f
  where f.code = 'days-lost' and f.run_id = d.run_id and f.account_id = d.account_id and f.part = d.from_date::varchar
);
