-- The logs that are taken over together, by their number among them.
create or replace temp table logs as
select log.* from (
  select unnest(from_json($logs, '[{"log_no": "INTEGER", "run_id": "VARCHAR", "folder": "VARCHAR"}]')) as log
);
