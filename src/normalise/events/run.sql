-- Takes over what a run's own log says: the run itself, and requests that concern no single consent.
create or replace temp table events as
select * from read_json($file, format = 'newline_delimited', maximum_object_size = $longest, columns = {
  event: 'VARCHAR', "at": 'TIMESTAMPTZ', request_id: 'VARCHAR', pipeline: 'VARCHAR', method: 'VARCHAR', path: 'VARCHAR',
  http_status: 'INTEGER', duration_ms: 'INTEGER', interaction_id: 'VARCHAR', outcome: 'VARCHAR', exit_code: 'INTEGER',
  causes: 'VARCHAR[]', finding_id: 'VARCHAR', "by": 'VARCHAR', reason: 'VARCHAR', consent_id: 'VARCHAR',
  institution: 'VARCHAR', rule_version: 'INTEGER', shipped: 'STRUCT(account_key VARCHAR, "rows" BIGINT)[]'
});

delete from runs where run_id = $run;

-- A run begins before a sandbox has told it how late it is. One that could not be published ends twice, and the shell
-- heard of the second end; where a sandbox's clock stands still, that is the one with the higher code.
insert into runs by name
select $run as run_id, any_value(pipeline) as pipeline,
  coalesce(min("at") filter (where event = 'clock-observed'), min("at") filter (where event = 'run-started')) as started_at,
  max("at") filter (where event = 'run-ended') as ended_at, arg_max(outcome, ending) as outcome,
  arg_max(exit_code, ending) as exit_code, arg_max(causes, ending) as causes
from (select *, case when event = 'run-ended' then row("at", exit_code) end as ending from events);

delete from requests
where run_id = $run and request_id in (select request_id from events where event = 'asked');

insert into requests by name
select a.request_id, $run as run_id, a."at" as sent_at, a.method, a.path, b.http_status, b.duration_ms, b.interaction_id
from events a
left join events b on b.request_id = a.request_id and b.event in ('answered', 'unanswered')
where a.event = 'asked';

delete from finding_acknowledgements where run_id = $run;

insert into finding_acknowledgements by name
select finding_id, $run as run_id, "at" as acknowledged_at, "by" as acknowledged_by, reason
from events
where event = 'finding-acknowledged';

-- That a consent was purged is all that is left of it.
insert into consent_events by name
select consent_id, "at" as learned_at, $run as run_id, 'purged' as change, institution
from events
where event = 'consent-purged'
  and (consent_id, $run) not in (select (consent_id, run_id) from consent_events where change = 'purged');

-- No read shows what newer rules changed: the place of such a sighting among the others is that of its run.
delete from finding_sightings where run_id = $run and code = 'rule-changed';

insert into finding_sightings by name
select 'rule-changed' as code,
  s."rows" || if(s."rows" = 1, ' row that left in an export is', ' rows that left in an export are')
    || ' otherwise, or no more, since the book was made again by newer rules; compare the next export with the one before'
    as message,
  s.account_key, $run as run_id, $run || '-rules' as read_id,
  json_object('rows', s."rows", 'rule_version', rule_version) as evidence, rule_version::varchar as part
from events, unnest(shipped) as u(s)
where event = 'rules-changed';
