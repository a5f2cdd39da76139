-- Where each life stands between the balances of a chain: `place` is the first balance that has its rows, by its day; where the
-- time of day does not tell, or it was listed earlier or later than that, balances between may have them or not.

-- The balances in whose nights the rows were read too.
create or replace temp table read_points as
with marks as (
  select account_key, currency, type, list_run as run_id, max(ord) as ord from chain_points group by all
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
with chains as (
  select row_number() over () as chain, *
  from (
    select distinct p.account_key, p.currency, p.type, p.by_instant, j.zone
    from chain_points p
    join judged j using (account_key)
    where p.points > 1
  )
),
points as materialized (
  select c.chain, p.ord, p.day, p.whole_day, p.speaks_of, p.list_run as run_id
  from chain_points p
  join chains c using (account_key, currency, type)
),
days as (select chain, day, max(ord) as ord from points group by all),
whole_days as (select chain, whole_day, max(ord) as ord from points group by all),
marks as (select chain, run_id, max(ord) as ord from points group by all),
chained as materialized (
  select l.* exclude (moment), c.type, c.chain, c.zone, c.by_instant, make_timestamptz(l.moment) as booking_at
  from lives l
  join chains c using (account_key, currency)
),
midnights as (
  select booking_date, zone, booking_date::timestamp at time zone 'UTC' as in_utc, zoned(zone, booking_date::timestamp) as at_bank
  from (select distinct booking_date, zone from chained)
),
-- Many rows are of few days, and came and went in few runs: each of these is looked for once.
dated as (
  select n.chain, n.booking_date, m.in_utc, m.at_bank, d.ord as day_ord, w.ord as whole_ord, h.ord as ahead_ord
  from (select distinct chain, booking_date, zone from chained) n
  join midnights m on m.booking_date = n.booking_date and m.zone = n.zone
  asof left join days d on d.chain = n.chain and d.day < n.booking_date
  asof left join whole_days w on w.chain = n.chain and w.whole_day < n.booking_date
  asof left join days h on h.chain = n.chain and h.day < n.booking_date - 5
),
run_places as materialized (
  select n.*, coalesce(k.ord + 1, 0) as place
  from (
    select distinct chain, unnest([listed_run, left_run]) as run_id from chained
  ) n
  asof left join marks k on k.chain = n.chain and k.run_id < n.run_id
),
-- A row of the very instant of a balance may be in it or not.
numbered as (
  select l.*, l.by_instant and l.booking_at <> d.in_utc and l.booking_at <> d.at_bank as timed,
    coalesce(case when timed then i.ord + if(i.speaks_of = l.booking_at, 0, 1) else d.day_ord + 1 end, 0) as first_place,
    coalesce(case when timed then i.ord else d.whole_ord end + 1, 0) as last_place,
    coalesce(d.ahead_ord + 1, 0) as ahead_place, k.place as listed_place, e.place as left_place
  from chained l
  join dated d on d.chain = l.chain and d.booking_date = l.booking_date
  join run_places k on k.chain = l.chain and k.run_id = l.listed_run
  left join run_places e on e.chain = l.chain and e.run_id = l.left_run
  asof left join points i on i.chain = l.chain and i.speaks_of <= l.booking_at
),
-- From this balance on it may have been there: the night before did not look, or looked and it was not.
posted as (
  select n.*, coalesce(r.ord + 1, 0) as posted_place
  from (select distinct account_key, currency, type, listed_place from numbered) n
  asof left join read_points r
    on r.account_key = n.account_key and r.currency = n.currency and r.type = n.type and r.ord < n.listed_place
)
select n.life_no, n.account_key, n.currency, n.type, n.booking_date, n.amount, n.life, n.first_place, n.last_place, n.ahead_place,
  n.listed_place, n.left_place, n.restating, n.gone_at, least(greatest(n.listed_place, n.first_place), n.last_place) as place,
  p.posted_place
from numbered n
join posted p using (account_key, currency, type, listed_place);

-- Rows of before all balances.
create or replace temp view before_all as
select account_key, currency, type, sum(amount) as amount
from placed_lives
where life = 'booked' and left_place is null and place = 0
group by all;
