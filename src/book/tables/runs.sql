-- Every run, when it was and how it ended.
create table if not exists runs (
  run_id varchar, -- the run
  pipeline varchar, -- what was run
  started_at timestamptz, -- when it began
  ended_at timestamptz, -- when it ended; null where it was killed or goes on
  outcome varchar, -- how it ended; null where it was killed or goes on
  exit_code integer, -- as documented
  causes varchar[] -- every error that counted, strongest first
);

comment on table runs is 'a run of a pipeline or of a stage';
