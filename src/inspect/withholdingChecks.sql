-- The owner's checks that keep the newest export back: until they find nothing, or an export is made, or a night is complete without them.
select name
from check_results
where run_id = (select max(run_id) from check_results)
  and (outcome = 'broken' or outcome = 'failed' and on_failure = 'hold')
  and run_id > (select coalesce(max(run_id), '') from exports)
  and run_id >= (select coalesce(max(run_id), '') from runs where pipeline in ('nightly', 'export') and outcome = 'complete')
order by name
