-- What the owner's own checks found. No read shows it: its place among the others is that of the run.
delete from check_results where run_id in (select run_id from run_events where event = 'checks-run');
delete from finding_sightings where run_id in (select run_id from run_events where event = 'checks-run') and code = 'check-failed';

insert into check_results by name
select run_id, r.name, r.outcome, r.on_failure, r."rows", r.sample
from run_events, unnest(results) as u(r)
where event = 'checks-run';

insert into finding_sightings by name
select 'check-failed' as code,
  'the check ' || name || ' found ' || "rows" || if("rows" = 1, ' row', ' rows')
    || if(on_failure = 'hold', '; nothing is exported until it finds none', '; the export was made all the same') as message,
  run_id, run_id || '-checks' as read_id,
  json_object('check', name, 'on_failure', on_failure, 'rows', "rows", 'sample', sample) as evidence, name as part
from check_results
where run_id in (select run_id from run_events where event = 'checks-run') and outcome = 'failed';
