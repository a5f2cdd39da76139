-- The close of which balances speak, where rows that come every day show that it is not the moment they name: many banks state what a
-- day closed with, at the time of the answer, until the next one has closed. When a day closes, since when that is told, and whether only
-- working days close is learned of each chain, and from which balance to which it is so.
create or replace temp table closed_points as
-- A day closes with its end, or at an hour of it; that is told at once, on the next morning, or a day later. In hours of the day.
with ways as (
  select row_number() over (order by close < 24, working, close, told) as way, *
  from (
    select 24 as close, unnest(list_concat(range(24, 49), [72, 96])) as told
    union all
    select close, unnest([close, 24, 48]) from (select unnest(range(1, 24)) as close)
  ), (select unnest([false, true]) as working)
),
points as (
  select p.account_key, p.currency, p.type, p.ord, p.balance_key, p.day, p.by_instant, c.level, j.zone,
    zoned(j.zone, p.stated_at) as stated_at, if(not p.at_end and stated_at::date = p.day, hour(stated_at), 24) as hour
  from chain_points p
  semi join (
    select account_key, currency, type from chain_levels group by all having max(run_no) > 1
  ) using (account_key, currency, type)
  join chain_levels c using (account_key, currency, type, ord)
  join judged j using (account_key)
),
closes as (
  select account_key, currency, type, ord, level, day, way, close,
    closed_on - if(working, greatest(isodow(closed_on) - 5, 0), 0)::integer as closed_day,
    closed_day::timestamp + to_hours(close) as closed_at
  from (
    select p.*, w.*, p.day - ceil(greatest(w.told - p.hour, 0) / 24)::integer as closed_on
    from points p, ways w
    where w.close = 24 or p.by_instant
  )
),
-- What each balance has by what it names, of the last days, and of that what came since an hour. A day alone is its first hour.
recent as (
  select account_key, currency, type, ord, hour,
    sum(sum(amount)) over (partition by account_key, currency, type, ord order by hour desc) as amount
  from (
    select p.account_key, p.currency, p.type, p.ord, r.amount, r.booking_date::timestamp
      + to_hours(if(l.moment % 86_400_000_000 = 0, 0, hour(zoned(p.zone, make_timestamptz(l.moment))))) as hour
    from points p
    join placed_lives r on r.account_key = p.account_key and r.currency = p.currency and r.type = p.type
      and r.booking_date >= p.day - 6 and r.place <= p.ord and p.ord < coalesce(r.left_place, 2147483647)
    join lives l using (life_no)
    where r.life = 'booked'
  )
  group by account_key, currency, type, ord, hour
),
-- Whether the balance and the one before it agree without what came since, or with it: where as much came since both, nothing shows it.
compared as (
  select *, case
      when since = lag(since) over chain then if(level = lag(level) over chain, 0.0001, 0)
      else if(level + since = lag(level + since) over chain, 1, -1) end::decimal(5,4) as agrees
  from (
    select c.* exclude day, coalesce(r.amount, 0)::decimal(38,5) as since
    from closes c
    asof left join recent r
      on r.account_key = c.account_key and r.currency = c.currency and r.type = c.type and r.ord = c.ord and r.hour >= c.closed_at
  )
  window chain as (partition by account_key, currency, type, way order by ord)
),
-- Of all stretches of a chain the one that shows it most, by three amounts at least: a payment that one balance lacks is late, and what is
-- lost once makes up once for what comes every day.
summed as (
  select *, sum(agrees) over (partition by account_key, currency, type, way order by ord) as sum
  from compared
),
shown as (
  select account_key, currency, type, way, ord as to_ord, sum - (lowest).sum as gain, (lowest).ord as from_ord
  from (
    select *, min({'sum': sum, 'ord': ord}) over (
        partition by account_key, currency, type, way order by ord rows between unbounded preceding and 1 preceding
      ) as lowest
    from summed
  )
  where sum - (lowest).sum >= 3
  qualify row_number() over (partition by account_key, currency, type order by gain desc, to_ord desc, way) = 1
),
believed as (
  select s.*
  from shown s
  join compared c on c.account_key = s.account_key and c.currency = s.currency and c.type = s.type and c.way = s.way
    and c.ord between s.from_ord and s.to_ord
  group by all
  having count(distinct c.since) filter (where c.agrees = 1 and c.since <> 0) >= 3
)
-- Of several balances that speak of one close the last one holds.
select p.balance_key, if(c.close = 24, c.closed_day, c.closed_at::date) as day, c.close = 24 as at_end,
  -- A row of the very hour is not in it.
  zoned(p.zone, c.closed_at) - interval 1 microsecond as speaks_of,
  row_number() over (partition by s.account_key, s.currency, s.type, c.closed_at order by c.ord desc) = 1 as is_last
from believed s
join closes c on c.account_key = s.account_key and c.currency = s.currency and c.type = s.type and c.way = s.way
  and c.ord between s.from_ord and s.to_ord
join points p on p.account_key = c.account_key and p.currency = c.currency and p.type = c.type and p.ord = c.ord;
