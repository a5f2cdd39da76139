-- What a person has said of a finding.
create table if not exists finding_acknowledgements (
  finding_id varchar, -- the finding
  run_id varchar, -- the run that wrote it down
  acknowledged_at timestamptz, -- when
  acknowledged_by varchar, -- who, as they named themselves
  reason varchar, -- why it may rest
  seen_run varchar, -- the run that had seen it last by then; null in journals of before: all runs before the one that wrote it down
  seen_load bigint -- the newest load that was published by then: what was taken in later nobody has looked at
);

comment on table finding_acknowledgements is 'a person has looked at a finding';
