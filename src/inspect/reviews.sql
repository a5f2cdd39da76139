-- Questions that two readings leave open, by the run that raised them.
select review_id, kind, account_key, a.institution, r.booking_date, r.transaction_keys, r.readings, r.reason, r.opened_run,
  r.resolved_run, r.resolved_by, r.reading
from reviews r
left join accounts a using (account_key)
order by opened_run, account_key, kind, booking_date, review_id
