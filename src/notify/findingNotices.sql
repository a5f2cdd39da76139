-- The findings since the run that told last.
select 'finding' as type, finding_id as id, finding_id || ' ' || run_id as occasion, code, account_key, institution, message
from findings
where closed_run is null and (run_id > $told::varchar or run_id = $run)
order by occasion
