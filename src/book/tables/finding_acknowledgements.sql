-- What a person has said of a finding.
create table if not exists finding_acknowledgements (
  finding_id varchar,
  run_id varchar,
  acknowledged_at timestamptz,
  acknowledged_by varchar,
  reason varchar
);

comment on table finding_acknowledgements is 'a person has looked at a finding';
comment on column finding_acknowledgements.finding_id is 'the finding';
comment on column finding_acknowledgements.run_id is 'the run that wrote it down';
comment on column finding_acknowledgements.acknowledged_at is 'when';
comment on column finding_acknowledgements.acknowledged_by is 'who, as they named themselves';
comment on column finding_acknowledgements.reason is 'why it may rest';
