-- What a person has said of a finding.
create table if not exists finding_acknowledgements (
  finding_id varchar, -- the finding
  run_id varchar, -- the run that wrote it down
  acknowledged_at timestamptz, -- when
  acknowledged_by varchar, -- who, as they named themselves
  reason varchar -- why it may rest
);

comment on table finding_acknowledgements is 'a person has looked at a finding';
