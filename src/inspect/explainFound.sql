-- Every row of an account with this amount that was ever known on or near a day, by how it stands now. An amount without a
-- sign is meant either way.
select v.transaction_key, v.status, v.booking_date, v.amount, v.currency, v.description, v.change, v.run_id, v.known_from,
  v.first_seen_run,
  (
    select any_value(s.transaction_key)
    from transaction_versions s
    where s.previous_key = v.transaction_key and s.known_to is null
  ) as successor,
  exists (
    select 1 from reviews r where r.resolved_run is null and list_contains(r.transaction_keys, v.transaction_key)
  ) as to_review,
  (select any_value(w.review_id) from withheld_rows w where w.transaction_key = v.transaction_key and w.known_to is null)
    as withheld_by
from transaction_versions v
where v.account_key = $account and v.known_to is null
  and v.booking_date between $day::date - 10 and $day::date + 10
  and (v.amount = $amount::decimal(18,5) or $unsigned and v.amount = -$amount::decimal(18,5))
order by abs(v.booking_date - $day::date), v.booking_date, v.transaction_key
