-- Where each row stands between the balances of a chain: `place` is the first balance that has it, by its day; where the time
-- of day does not tell, or the row was listed earlier or later than that, balances between may have it or not.
create or replace temp table row_lives as
select account_key, currency, transaction_key, booking_date, amount,
  case when status <> 'BOOK' then 'pending' when change = 'absent' then 'absent' else 'booked' end as life,
  any_value(booking_at) as booking_at, min(known_from) as known_from,
  if(bool_or(known_to is null), null, max(known_to)) as known_to
from transaction_versions
where account_key in (select account_key from judged where more_than_one) and status in ('BOOK', 'PDNG', 'FUTR')
  and change not in ('booked', 'voided')
  -- What a person says is no payment of its own never was one.
  and transaction_key not in (select transaction_key from withheld_rows where known_to is null)
group by all;

create or replace temp table placed_rows as
with known as (
  select account_key, currency, type, known_from, max(ord) as ord from chain_points group by all
),
days as (
  select account_key, currency, type, day, max(ord) as ord from chain_points group by all
),
whole_days as (
  select account_key, currency, type, whole_day, max(ord) as ord from chain_points group by all
),
lives as (
  select l.*, c.type, c.by_instant
    and l.booking_at <> l.booking_date::timestamp at time zone 'UTC'
    and l.booking_at <> l.booking_date::timestamp at time zone j.zone as timed
  from row_lives l
  join judged j using (account_key)
  join (select distinct account_key, currency, type, by_instant from chain_points where points > 1) c
    using (account_key, currency)
),
numbered as (
  select l.*,
    coalesce(case when l.timed then i.ord else d.ord end + 1, 0) as first_place,
    coalesce(case when l.timed then i.ord else w.ord end + 1, 0) as last_place,
    coalesce(k.ord, 0) as listed_place,
    case when l.known_to is not null then coalesce(e.ord, 0) end as left_place
  from lives l
  asof left join chain_points i
    on i.account_key = l.account_key and i.currency = l.currency and i.type = l.type and i.as_of < l.booking_at
  asof left join days d
    on d.account_key = l.account_key and d.currency = l.currency and d.type = l.type and d.day < l.booking_date
  asof left join whole_days w
    on w.account_key = l.account_key and w.currency = l.currency and w.type = l.type and w.whole_day < l.booking_date
  asof left join known k
    on k.account_key = l.account_key and k.currency = l.currency and k.type = l.type and k.known_from <= l.known_from
  asof left join known e
    on e.account_key = l.account_key and e.currency = l.currency and e.type = l.type and e.known_from <= l.known_to
)
select account_key, currency, type, transaction_key, booking_date, amount, life, first_place, last_place, listed_place,
  left_place, least(greatest(listed_place, first_place), last_place) as place
from numbered;

-- By how much a balance may be off through one row, and from which balance of the chain to which (that one not any more).
create or replace temp table offsets as
select account_key, currency, type, transaction_key, reason, shift, from_ord, to_ord
from (
  select *, 'late' as reason, -amount as shift, place as from_ord, listed_place as to_ord
  from placed_rows where life = 'booked' and left_place is null
  union all
  select *, 'dated-ahead', amount, listed_place, place
  from placed_rows where life = 'booked' and left_place is null
  union all
  select *, 'same-day', amount, first_place, place
  from placed_rows where life = 'booked' and left_place is null
  union all
  select *, 'same-day', -amount, place, last_place
  from placed_rows where life = 'booked' and left_place is null
  union all
  -- What was listed once and is not any more, or says something else by now.
  select *, 'restated', amount, least(listed_place, place), left_place
  from placed_rows where life = 'booked' and left_place is not null
  union all
  select *, 'restated', -amount, listed_place, left_place
  from placed_rows where life = 'absent' and left_place is not null
  union all
  select *, 'pending', amount, listed_place, coalesce(left_place, 2147483647)
  from placed_rows where life = 'pending'
)
where from_ord < to_ord;
