-- Clocks that ran back. No read shows it: its place among the others is that of the run.
delete from finding_sightings where run_id in (select run_id from run_events where event = 'clock-ran-back') and code = 'clock-ran-back';

insert into finding_sightings by name
select 'clock-ran-back' as code, message, run_id, run_id || '-clock' as read_id,
  json_object('read_before', read_before, 'read_at', read_at) as evidence
from run_events
where event = 'clock-ran-back';
