-- Every run, when it was and how it ended.
create table if not exists runs (
  run_id varchar,
  pipeline varchar,
  started_at timestamptz,
  ended_at timestamptz,
  outcome varchar,
  exit_code integer,
  causes varchar[]
);

comment on table runs is 'a run of a pipeline or of a stage';
comment on column runs.run_id is 'the run';
comment on column runs.pipeline is 'what was run';
comment on column runs.started_at is 'when it began';
comment on column runs.ended_at is 'when it ended; null where it was killed or goes on';
comment on column runs.outcome is 'how it ended; null where it was killed or goes on';
comment on column runs.exit_code is 'as documented';
comment on column runs.causes is 'every error that counted, strongest first';
