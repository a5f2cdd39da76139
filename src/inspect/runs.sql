-- Every run, oldest first.
select run_id, pipeline, started_at, ended_at, outcome, exit_code, causes
from runs
order by run_id
