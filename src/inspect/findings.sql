-- What a person should look at, by the run that found it.
select finding_id, code, message, account_key, account_id, institution, run_id, last_seen_run, read_id, evidence, closed_run,
  closed_by
from findings
order by run_id, institution, account_key nulls first, code, finding_id
