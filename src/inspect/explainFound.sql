-- Every row of an account with this amount that was ever known on or near a day, by how it stands now. An amount without a
-- sign is meant either way. Of the versions of a row that of the day itself counts, else the newest.
with matching as (
  select distinct on (transaction_key) transaction_key, version, booking_date, amount
  from transaction_versions
  where account_key = $account and booking_date between $day::date - 10 and $day::date + 10
    and (amount = $amount::decimal(18,5) or $unsigned and amount = -$amount::decimal(18,5))
  order by transaction_key, booking_date <> $day::date, version desc
)
select v.transaction_key, v.status, m.booking_date, m.amount, v.currency, v.description, v.change, v.run_id, v.known_from,
  v.first_seen_run,
  case when (v.booking_date, v.amount) is distinct from (m.booking_date, m.amount) then {
    'booking_date': v.booking_date, 'amount': v.amount,
    'run_id': (
      select min_by(w.run_id, w.version)
      from transaction_versions w
      where w.transaction_key = m.transaction_key and w.version > m.version
    )
  } end as changed,
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
from matching m
join transaction_versions v on v.transaction_key = m.transaction_key and v.known_to is null
order by abs(m.booking_date - $day::date), m.booking_date, v.transaction_key
