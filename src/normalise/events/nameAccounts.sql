-- Names the accounts of reads, findings and lost days that were written down before their accounts were known.
update reads
set account_key = l.account_key
from account_links l
where reads.account_key is null and reads.account_id is not null
  and l.consent_id = reads.consent_id and l.account_id = reads.account_id;

update finding_sightings
set account_key = l.account_key
from account_links l, reads r
where finding_sightings.account_key is null and finding_sightings.account_id is not null and r.read_id = finding_sightings.read_id
  and l.consent_id = r.consent_id and l.account_id = finding_sightings.account_id;

update lost_days
set account_key = l.account_key
from account_links l
where lost_days.account_key is null and l.consent_id = lost_days.consent_id and l.account_id = lost_days.account_id;

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
