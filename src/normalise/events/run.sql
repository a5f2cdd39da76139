-- Takes over what runs' own logs say: here the runs themselves, in other files what else a log may have.
create or replace temp table run_events as
select e.*, l.run_id
from read_json($file, format = 'newline_delimited', maximum_object_size = $longest, columns = {
  log_no: 'INTEGER', event: 'VARCHAR', "at": 'TIMESTAMPTZ', request_id: 'VARCHAR', pipeline: 'VARCHAR', method: 'VARCHAR', path: 'VARCHAR',
  http_status: 'INTEGER', duration_ms: 'INTEGER', interaction_id: 'VARCHAR', outcome: 'VARCHAR', exit_code: 'INTEGER',
  causes: 'VARCHAR[]', finding_id: 'VARCHAR', seen: 'STRUCT(run_id VARCHAR, load_seq BIGINT)', "by": 'VARCHAR', reason: 'VARCHAR', consent_id: 'VARCHAR',
  institution: 'VARCHAR', account_key: 'VARCHAR', account_keys: 'VARCHAR[]',
  until_day: 'DATE', covers: 'VARCHAR[]', ended: 'STRUCT(account_key VARCHAR, release_run VARCHAR)[]',
  held: 'STRUCT(account_key VARCHAR, currency VARCHAR, verdict VARCHAR, difference DECIMAL(38,5), reason VARCHAR, since TIMESTAMPTZ)[]',
  results: 'STRUCT(name VARCHAR, outcome VARCHAR, on_failure VARCHAR, "rows" BIGINT, sample JSON)[]', rule_version: 'INTEGER', shipped: 'STRUCT(account_key VARCHAR, "rows" BIGINT)[]',
  read_before: 'VARCHAR', read_at: 'VARCHAR', message: 'VARCHAR', timezones: 'STRUCT(institution VARCHAR, "before" VARCHAR, "now" VARCHAR)[]'
}) e
join logs l using (log_no);

delete from runs where run_id in (select run_id from logs);

-- A run begins before a sandbox has told it how late it is. One that could not be published ends twice, and the shell
-- heard of the second end; where a sandbox's clock stands still, that is the one with the higher code.
insert into runs by name
select run_id, any_value(pipeline) as pipeline,
  coalesce(min("at") filter (where event = 'clock-observed'), min("at") filter (where event = 'run-started')) as started_at,
  max("at") filter (where event = 'run-ended') as ended_at, arg_max(outcome, ending) as outcome,
  arg_max(exit_code, ending) as exit_code, arg_max(causes, ending) as causes
from (select *, case when event = 'run-ended' then row("at", exit_code) end as ending from run_events)
group by run_id;
