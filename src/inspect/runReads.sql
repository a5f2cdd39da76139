-- The reads of one run, in the order in which they began.
select read_id, run_id, consent_id, institution, account_key, account_id, resource, route, from_date, to_date, attended,
  started_at, ended_at, outcome, requests, pages, rows_read, rows_new, rows_changed, rows_known, rows_repeated,
  rows_quarantined, error_tag, learned
from reads
where run_id = $run
order by read_id
