-- Every row of an account with this amount that was ever known on or near a day, by how it stands now. An amount without a
-- sign is meant either way. Of the versions of a row that of the day itself counts, else the newest; and from which run on the bank
-- said just that, and from which on it did not any more.
with matching as (
  select distinct on (transaction_key) transaction_key, version, booking_date, amount
  from transaction_versions
  where account_key = $account and booking_date between $day::date - 10 and $day::date + 10
    and (amount = $amount::decimal(18,5) or $unsigned and amount = -$amount::decimal(18,5))
    and change not in ('absent', 'voided', 'booked')
  order by transaction_key, booking_date <> $day::date, version desc
),
said as (
  select transaction_key, version, run_id,
    {'day': booking_date, 'amount': amount, 'status': status, 'gone': change in ('absent', 'voided', 'booked')} as what
  from transaction_versions
  where transaction_key in (select transaction_key from matching)
),
turns as (
  from said
  qualify what is distinct from lag(what) over (partition by transaction_key order by version)
),
-- Of the row as it was found: since when, until when; and since when it is as it stands now.
told as (
  select m.transaction_key, arg_max(t.run_id, t.version) filter (where t.version <= m.version) as listed_since,
    arg_min(t.run_id, t.version) filter (where t.version > m.version) as said_until,
    arg_max(t.run_id, t.version) filter (where not t.what.gone) as stands_since
  from matching m
  join turns t using (transaction_key)
  group by m.transaction_key
)
select v.transaction_key, v.status, m.booking_date, m.amount, v.currency, v.description, v.change, v.run_id, v.known_from,
  t.listed_since, t.said_until,
  case when (v.booking_date, v.amount) is distinct from (m.booking_date, m.amount) then {
    'booking_date': v.booking_date, 'amount': v.amount, 'run_id': t.stands_since
  } end as changed,
  (
    select min(s.transaction_key)
    from transaction_versions s
    where s.previous_key = v.transaction_key and s.known_to is null and (v.change <> 'absent' or s.change <> 'absent')
  ) as successor,
  exists (
    select 1 from reviews r where r.resolved_run is null and list_contains(r.transaction_keys, v.transaction_key)
  ) as to_review,
  (select min(w.review_id) from withheld_rows w where w.transaction_key = v.transaction_key and w.known_to is null)
    as withheld_by
from matching m
join told t using (transaction_key)
join transaction_versions v on v.transaction_key = m.transaction_key and v.known_to is null
order by abs(m.booking_date - $day::date), m.booking_date, v.transaction_key
