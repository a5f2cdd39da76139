-- Where each life stands between the balances of a chain: `place` is the first balance that has its rows, by its day; where the
-- time of day does not tell, or it was listed earlier or later than that, balances between may have them or not.

-- The balances in whose nights the rows were read too.
create or replace temp table read_points as
with marks as (
  select account_key, currency, type, run_id, max(ord) as ord from chain_points group by all
)
select distinct a.account_key, a.currency, a.type, m.ord
from (
  select distinct k.account_key, k.currency, k.type, r.run_id
  from (select distinct account_key, currency, type from chain_points where points > 1) k
  join judged_coverage r on r.account_key = k.account_key
) a
asof join marks m
  on m.account_key = a.account_key and m.currency = a.currency and m.type = a.type and m.run_id <= a.run_id;

create or replace temp table placed_lives as
with days as (
  select account_key, currency, type, day, max(ord) as ord from chain_points group by all
),
whole_days as (
  select account_key, currency, type, whole_day, max(ord) as ord from chain_points group by all
),
marks as (
  select account_key, currency, type, run_id, max(ord) as ord from chain_points group by all
),
instants as (
  select l.* exclude (moment), c.type, make_timestamptz(l.moment) as booking_at, c.by_instant
    and booking_at <> l.booking_date::timestamp at time zone 'UTC'
    and booking_at <> l.booking_date::timestamp at time zone j.zone as timed
  from lives l
  join judged j using (account_key)
  join (select distinct account_key, currency, type, by_instant from chain_points where points > 1) c
    using (account_key, currency)
),
numbered as (
  select l.*,
    coalesce(case when l.timed then i.ord else d.ord end + 1, 0) as first_place,
    coalesce(case when l.timed then i.ord else w.ord end + 1, 0) as last_place,
    coalesce(k.ord + 1, 0) as listed_place,
    coalesce(h.ord + 1, 0) as ahead_place,
    case when l.left_run is not null then coalesce(e.ord + 1, 0) end as left_place
  from instants l
  asof left join chain_points i
    on i.account_key = l.account_key and i.currency = l.currency and i.type = l.type and i.as_of < l.booking_at
  asof left join days d
    on d.account_key = l.account_key and d.currency = l.currency and d.type = l.type and d.day < l.booking_date
  asof left join days h
    on h.account_key = l.account_key and h.currency = l.currency and h.type = l.type and h.day < l.booking_date - 5
  asof left join whole_days w
    on w.account_key = l.account_key and w.currency = l.currency and w.type = l.type and w.whole_day < l.booking_date
  asof left join marks k
    on k.account_key = l.account_key and k.currency = l.currency and k.type = l.type and k.run_id < l.listed_run
  asof left join marks e
    on e.account_key = l.account_key and e.currency = l.currency and e.type = l.type and e.run_id < l.left_run
)
select n.life_no, n.account_key, n.currency, n.type, n.booking_date, n.amount, n.life, n.first_place, n.last_place, n.ahead_place,
  n.listed_place, n.left_place, n.restating, n.gone_at, least(greatest(n.listed_place, n.first_place), n.last_place) as place,
  -- From this balance on it may have been there: the night before did not look, or looked and it was not.
  coalesce(r.ord + 1, 0) as posted_place
from numbered n
asof left join read_points r
  on r.account_key = n.account_key and r.currency = n.currency and r.type = n.type and r.ord < n.listed_place;
