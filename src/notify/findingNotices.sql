-- The findings since the run that told last, and all that follow from balances: those open once later balances tell, under
-- the run of the balance that they are about, and are told once by their occasion.
select 'finding' as type, finding_id as id, finding_id || ' ' || run_id as occasion, code, account_key, institution, message
from findings
where closed_run is null and (run_id > $told::varchar or run_id = $run or code = 'balance-misstated')
order by occasion
