-- What a person has said of findings.
delete from finding_acknowledgements where run_id in (select run_id from run_events where event = 'finding-acknowledged');

insert into finding_acknowledgements by name
select finding_id, run_id, "at" as acknowledged_at, "by" as acknowledged_by, reason,
  seen.run_id as seen_run, seen.load_seq as seen_load
from run_events
where event = 'finding-acknowledged';
