-- What the owner's own checks found, each time that they were run.
create table if not exists check_results (
  run_id varchar, -- the run
  name varchar, -- the check: config/checks/<name>.sql
  outcome varchar, -- passed, failed, or broken where its SQL cannot be run
  on_failure varchar, -- hold or flag
  rows bigint, -- rows that it returned
  sample json -- some of them
);

comment on table check_results is 'what the checks of config/checks found before an export';
