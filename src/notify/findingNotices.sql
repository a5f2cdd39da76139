-- The findings since the run that told last, those of older runs whose reads were taken in since, and all that follow from
-- balances: these open once later balances tell, under the run of the balance that they are about. Each is told once by its
-- occasion.
select 'finding' as type, finding_id as id, finding_id || ' ' || run_id as occasion, code, account_key, institution, message
from findings
where closed_run is null and (
  run_id > $told::varchar or run_id = $run or run_id in (select run_id from reads where load_seq > $load::bigint)
  or code = 'balance-misstated'
)
order by occasion
