-- No read shows what newer rules changed: the place of such a sighting among the others is that of its run.
delete from finding_sightings where run_id in (select run_id from run_events where event = 'rules-changed') and code = 'rule-changed';

insert into finding_sightings by name
select 'rule-changed' as code,
  s."rows" || if(s."rows" = 1, ' row that left in an export is', ' rows that left in an export are')
    || ' otherwise, or no more, since the book was made again by newer rules; compare the next export with the one before'
    as message,
  s.account_key, run_id, run_id || '-rules' as read_id,
  json_object('rows', s."rows", 'rule_version', rule_version) as evidence, rule_version::varchar as part
from run_events, unnest(shipped) as u(s)
where event = 'rules-changed';
