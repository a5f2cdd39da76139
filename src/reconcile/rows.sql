-- Where each row stands between the balances of a chain: `place` is the first balance that has it, by its day; where the time
-- of day does not tell, or the row was listed earlier or later than that, balances between may have it or not.
create or replace temp table row_lives as
select account_key, currency, transaction_key, booking_date, amount, life, any_value(booking_at) as booking_at,
  min(run_id) as listed_run, if(bool_or(known_to is null), null, coalesce(max(left_run), max(run_id))) as left_run
from (
  select account_key, currency, transaction_key, booking_date, booking_at, amount, run_id, known_to, status, change,
    case when status <> 'BOOK' then 'pending' when change = 'absent' then 'absent' else 'booked' end as life,
    lead(run_id) over (partition by transaction_key order by version) as left_run
  from transaction_versions
  where account_key in (select account_key from news)
    -- What a person says is no payment of its own never was one.
    and transaction_key not in (select transaction_key from withheld_rows where known_to is null)
)
where status in ('BOOK', 'PDNG', 'FUTR') and change not in ('booked', 'voided')
group by all;

create or replace temp table placed_rows as
with days as (
  select account_key, currency, type, day, max(ord) as ord from chain_points group by all
),
whole_days as (
  select account_key, currency, type, whole_day, max(ord) as ord from chain_points group by all
),
-- The balances in whose nights the rows were read too.
asked as (
  select distinct k.account_key, k.currency, k.type, r.run_id
  from (select distinct account_key, currency, type from chain_points where points > 1) k
  join judged_coverage r on r.account_key = k.account_key
),
marks as (
  select account_key, currency, type, run_id, max(ord) as ord from chain_points group by all
),
read_points as (
  select distinct a.account_key, a.currency, a.type, m.ord
  from asked a
  asof join marks m
    on m.account_key = a.account_key and m.currency = a.currency and m.type = a.type and m.run_id <= a.run_id
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
    coalesce(k.ord + 1, 0) as listed_place,
    case when l.left_run is not null then coalesce(e.ord + 1, 0) end as left_place
  from lives l
  asof left join chain_points i
    on i.account_key = l.account_key and i.currency = l.currency and i.type = l.type and i.as_of < l.booking_at
  asof left join days d
    on d.account_key = l.account_key and d.currency = l.currency and d.type = l.type and d.day < l.booking_date
  asof left join whole_days w
    on w.account_key = l.account_key and w.currency = l.currency and w.type = l.type and w.whole_day < l.booking_date
  asof left join marks k
    on k.account_key = l.account_key and k.currency = l.currency and k.type = l.type and k.run_id < l.listed_run
  asof left join marks e
    on e.account_key = l.account_key and e.currency = l.currency and e.type = l.type and e.run_id < l.left_run
)
select n.account_key, n.currency, n.type, n.transaction_key, n.booking_date, n.amount, n.life, n.first_place, n.last_place,
  n.listed_place, n.left_place, least(greatest(n.listed_place, n.first_place), n.last_place) as place,
  -- From this balance on it may have been there: the night before did not look, or looked and it was not.
  coalesce(r.ord + 1, 0) as posted_place
from numbered n
asof left join read_points r
  on r.account_key = n.account_key and r.currency = n.currency and r.type = n.type and r.ord < n.listed_place;

-- By how much a balance may be off through one row, and from which balance of the chain to which (that one not any more).
create or replace temp table offsets as
select account_key, currency, type, transaction_key, reason, shift, from_ord, to_ord
from (
  select *, 'late' as reason, -amount as shift, place as from_ord,
    -- It may have come between the moment of which the balance speaks and the list.
    if(place < listed_place, listed_place + 1, place) as to_ord
  from placed_rows where life = 'booked' and left_place is null
  union all
  select *, 'dated-ahead', amount, posted_place, place
  from placed_rows where life = 'booked' and left_place is null
  union all
  select *, 'same-day', amount, first_place, place
  from placed_rows where life = 'booked' and left_place is null
  union all
  select *, 'same-day', -amount, place, last_place
  from placed_rows where life = 'booked' and left_place is null
  union all
  -- The first list does not tell what had come between the end of the first day and the list.
  select p.*, 'late', -p.amount, 0, 1
  from placed_rows p
  join judged j using (account_key)
  join chain_points c on c.account_key = p.account_key and c.currency = p.currency and c.type = p.type and c.ord = 0
    and c.at_end
  where p.life = 'booked' and p.left_place is null and p.place = 0 and p.listed_place = 0
    and p.booking_date between c.day - j.lookback_days and c.day
  union all
  -- What was listed once and is not any more, or says something else by now.
  select *, 'restated', amount, least(listed_place, place), left_place + 1
  from placed_rows where life = 'booked' and left_place is not null
  union all
  select *, 'restated', -amount, listed_place, left_place + 1
  from placed_rows where life = 'absent' and left_place is not null
  union all
  select *, 'pending', amount, listed_place, coalesce(left_place, 2147483647)
  from placed_rows where life = 'pending'
)
where from_ord < to_ord;
