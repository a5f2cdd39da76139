-- The close of which balances speak, where rows that come every day show that it is not the moment they name: many banks state what a
-- day closed with, at the time of the answer, until the next one has closed. When a day closes, since when that is told, and whether only
-- working days close is learned of each chain, and from which balance to which it is so.

-- How many days before that of a night the last one is that it tells the close of, where that is told so many hours after it began.
create or replace temp macro days_before(told, hour) as ceil(greatest(told - hour, 0) / 24)::integer;

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
-- What each balance has by what it names, of the last days. A day alone is its first hour.
recent_rows as (
  select p.account_key, p.currency, p.type, p.ord, r.booking_date, r.amount,
    if(l.moment % 86_400_000_000 = 0, 0, hour(zoned(p.zone, make_timestamptz(l.moment)))) as hour
  from points p
  join placed_lives r on r.account_key = p.account_key and r.currency = p.currency and r.type = p.type
    and r.booking_date >= p.day - 6 and r.place <= p.ord and p.ord < coalesce(r.left_place, 2147483647)
  join lives l using (life_no)
  where r.life = 'booked'
),
-- Of ways that come to the same, by the hours of a chain's nights and of its rows, the first.
chain_ways as (
  select account_key, currency, type, way, close, told, working
  from (
    select account_key, currency, type, any_value(by_instant) as by_instant, list(distinct hour) as night_hours from points group by all
  )
  left join (
    select account_key, currency, type, list(distinct hour) as row_hours from recent_rows group by all
  ) using (account_key, currency, type)
  join ways w on w.close = 24 or by_instant
  qualify row_number() over (
    partition by account_key, currency, type, working, list_transform(night_hours, lambda h: days_before(told, h)),
      len(list_filter(row_hours, lambda h: h < close))
    order by way
  ) = 1
),
closes as (
  select account_key, currency, type, ord, level, way, close,
    closed_on - if(working, greatest(isodow(closed_on) - 5, 0), 0)::integer as closed_day,
    closed_day::timestamp + to_hours(close) as closed_at
  from (
    select *, day - days_before(told, hour) as closed_on
    from points
    join chain_ways using (account_key, currency, type)
  )
),
recent as (
  select account_key, currency, type, ord, list({'moment': moment, 'amount': amount}) as came
  from (
    select account_key, currency, type, ord, booking_date::timestamp + to_hours(hour) as moment, sum(amount) as amount
    from recent_rows
    group by all
  )
  group by all
),
-- Whether the balance and the one before it agree without what came since, or with it: where as much came since both, nothing shows it.
compared as (
  select *, case
      when since = lag(since) over chain then if(level = lag(level) over chain, 0.0001, 0)
      else if(level + since = lag(level + since) over chain, 1, -1) end::decimal(5,4) as agrees
  from (
    select c.*,
      coalesce(list_sum(list_transform(
        list_filter(r.came, lambda row: row.moment >= c.closed_at), lambda row: row.amount
      )), 0)::decimal(38,5) as since
    from closes c
    left join recent r using (account_key, currency, type, ord)
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
