-- No read shows what newer rules, or another time zone of a bank, changed: the place of such a sighting among the others is that of
-- its run.
delete from finding_sightings where run_id in (select run_id from run_events where event = 'rules-changed') and code = 'rule-changed';

insert into finding_sightings by name
select 'rule-changed' as code,
  s."rows" || if(s."rows" = 1, ' row that left in an export is', ' rows that left in an export are')
    || ' otherwise, or no more, since the book was made again by '
    || if(timezones is null, 'newer rules', 'another time zone of a bank') || '; compare the next export with the one before'
    as message,
  s.account_key, run_id, run_id || '-rules' as read_id,
  if(timezones is null, json_object('rows', s."rows", 'rule_version', rule_version),
    json_object('rows', s."rows", 'timezones', timezones)) as evidence,
  if(timezones is null, rule_version::varchar, 'timezone') as part
from run_events, unnest(shipped) as u(s)
where event = 'rules-changed';
