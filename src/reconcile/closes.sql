-- The close of which balances speak, where rows that come every day show that it is not the moment they name: many banks state what a
-- day closed with, at the time of the answer, until the next one has closed. When a day closes, since when that is told, and whether only
-- working days close is learned of each chain, and from which balance to which it is so.

-- How many days before that of a night the last one is that it tells the close of, where that is told so long after it began. In quarters
-- of an hour.
create or replace temp macro days_before(told, asked) as ceil(greatest(told - asked, 0) / 96)::integer;

create or replace temp macro quarter_of(moment) as hour(moment) * 4 + minute(moment) // 15;

-- What each balance of a chain that parts lacks if it speaks of a close, and whether it agrees with the one before then.
create or replace temp table compared_closes as
-- What the list of each balance's own night held.
with listed as (
  select account_key, currency, type, ord, sum(sum(amount)) over (partition by account_key, currency, type order by ord) as amount
  from (
    select account_key, currency, type, unnest([listed_place, left_place]) as ord, unnest([amount, -amount]) as amount
    from placed_lives
    where life = 'booked'
  )
  where ord is not null
  group by account_key, currency, type, ord
),
points as (
  select *, count(*) filter (where moves) over (partition by account_key, currency, type order by ord) as stand
  from (
    select p.account_key, p.currency, p.type, p.ord, p.balance_key, p.day, p.by_instant, c.level, j.zone,
      c.level + c.moved - coalesce(n.amount, 0) as listed_level,
      c.moved + coalesce(o.amount, 0) as moved, zoned(j.zone, p.stated_at) as told_on, if(not p.at_end and told_on::date = p.day, quarter_of(told_on), 96) as asked,
      p.amount <> lag(p.amount) over (partition by p.account_key, p.currency, p.type order by p.ord) as moves
    from chain_points p
    semi join (
      select account_key, currency, type from chain_levels group by all having max(run_no) > 1
    ) using (account_key, currency, type)
    join chain_levels c using (account_key, currency, type, ord)
    join judged j using (account_key)
    left join before_all o using (account_key, currency, type)
    asof left join listed n on n.account_key = p.account_key and n.currency = p.currency and n.type = p.type and n.ord <= p.ord
  )
),
-- What was booked, as is known now. A day alone is its first quarter.
timed_rows as (
  select r.account_key, r.currency, r.type, r.booking_date, r.amount, l.moment % 86_400_000_000 <> 0 as timed,
    if(timed, quarter_of(zoned(j.zone, make_timestamptz(l.moment))), 0) as quarter
  from placed_lives r
  semi join points p on p.account_key = r.account_key and p.currency = r.currency and p.type = r.type
  join judged j on j.account_key = r.account_key
  join lives l using (life_no)
  where r.life = 'booked' and r.left_place is null
),
-- A day closes after one of the times at which rows come, and nobody knows how long after; or with its end, where no row has a time.
row_times as (
  select account_key, currency, type,
    if(any_value(by_instant) and bool_or(timed), list(distinct quarter) filter (where timed), [95]) as quarters
  from timed_rows
  join (select distinct account_key, currency, type, by_instant from points) using (account_key, currency, type)
  group by account_key, currency, type
),
chain_closes as (
  select distinct account_key, currency, type,
    unnest(if(len(quarters) <= 24, quarters, list_transform(quarters, lambda q: q // 4 * 4 + 3))) + 1 as close
  from row_times
),
-- That is told at once, or on the next morning, or some days later; of ways that come to the same in all nights, the first.
chain_ways as (
  select *, row_number() over (partition by account_key, currency, type order by close, told, working, stands) as way
  from (
    select c.account_key, c.currency, c.type, c.close, t.told, w.working, s.stands
    from chain_closes c
    join (
      select account_key, currency, type, list(distinct asked) as asked from points group by all
    ) n using (account_key, currency, type),
      lateral (select unnest(list_concat([c.close], range(96, 193, 4), [288, 384])) as told) t,
      (select unnest([false, true]) as working) w, (select unnest([false, true]) as stands) s
    where t.told >= c.close and (s.stands or not w.working)
    qualify row_number() over (
      partition by c.account_key, c.currency, c.type, c.close, w.working, s.stands, list_transform(n.asked, lambda q: days_before(t.told, q))
      order by t.told
    ) = 1
  )
),
-- Of each day what was booked before it, and until its close.
day_sums as (
  select account_key, currency, type, day, sum(coalesce(amount, 0)) over chain - coalesce(amount, 0) as before_day
  from (
    select account_key, currency, type, unnest(generate_series(min(day) - 9, max(day), interval 1 day))::date as day from points group by all
  )
  full join (
    select account_key, currency, type, booking_date as day, sum(amount) as amount from timed_rows group by all
  ) using (account_key, currency, type, day)
  window chain as (partition by account_key, currency, type order by day)
),
close_sums as (
  select account_key, currency, type, r.booking_date as day, c.close, sum(r.amount) as of_day
  from timed_rows r
  join chain_closes c using (account_key, currency, type)
  where r.quarter < c.close
  group by all
),
closes as (
  select p.account_key, p.currency, p.type, p.ord, p.balance_key, p.zone, p.level, p.listed_level, p.stand, p.moved, w.way, w.close, w.stands,
    p.day - days_before(w.told, p.asked) as open_on,
    (open_on - if(w.working, greatest(isodow(open_on) - 5, 0), 0)::integer)::date as closed_on
  from points p
  join chain_ways w using (account_key, currency, type)
),
closed as (
  select c.*, c.closed_on + to_minutes(c.close * 15) as told_at,
    c.moved - d.before_day - coalesce(s.of_day, 0) as told_since
  from closes c
  join day_sums d on d.account_key = c.account_key and d.currency = c.currency and d.type = c.type and d.day = c.closed_on
  left join close_sums s on s.account_key = c.account_key and s.currency = c.currency and s.type = c.type and s.day = c.closed_on
    and s.close = c.close
),
-- Where nothing closes over a feast, a balance that is as it was, though rows have come, speaks of the same close as the one before.
since_closes as (
  select account_key, currency, type, ord, balance_key, zone, level, listed_level, way, close, stays, if(stays, first_at, told_at) as closed_at,
    if(stays, told_since + of_stand, told_since)::decimal(38,5) as since
  from (
    select *, first_value(told_at) over stand as first_at,
      -- What came between the close that is told first of those balances and this one.
      (moved - told_since) - first_value(moved - told_since) over stand as of_stand,
      stands and of_stand <> 0 and told_at - first_at <= interval 9 days as stays
    from closed
    window stand as (partition by account_key, currency, type, way, stand order by ord)
  )
)
-- Whether the balance and the one before it agree without what came since, or with it: where as much came since both, nothing shows it, nor
-- where the balance is taken for that one; and whether they agree as what their own nights' lists held.
select *, case
    when stays then 0.0001
    when since = lag(since) over chain then if(level = lag(level) over chain, 0.0001, 0)
    else if(level + since = lag(level + since) over chain, 1, -1) end::decimal(5,4) as agrees,
  listed_level = lag(listed_level) over chain as as_listed
from since_closes
window chain as (partition by account_key, currency, type, way order by ord);

-- Each way's stretch of a chain that shows it most. A payment that one balance lacks is late, and what is lost once makes up once for what
-- comes every day.
create or replace temp table closed_points as
with summed as (
  select *, sum(agrees) over (partition by account_key, currency, type, way order by ord) as sum
  from compared_closes
),
shown as (
  select account_key, currency, type, way, closed_at, ord as to_ord, level + since as held, sum - (lowest).sum as gain,
    (lowest).ord as from_ord
  from (
    select *, min({'sum': sum, 'ord': ord}) over (
        partition by account_key, currency, type, way order by ord rows between unbounded preceding and 1 preceding
      ) as lowest
    from summed
  )
  where sum - (lowest).sum >= 3
  qualify row_number() over (partition by account_key, currency, type, way order by gain desc, to_ord desc) = 1
),
-- Of ways that are shown as well those are meant that are least behind, and of such as come to one level the one that claims least.
chosen as (
  from (
    select *, max(closed_at) over (partition by account_key, currency, type, gain, to_ord, held) as latest_at from shown
  )
  qualify row_number() over (
    partition by account_key, currency, type order by gain desc, to_ord desc, latest_at desc, closed_at, way
  ) = 1
),
-- What the lists of its nights explain from the first balance on is of no close that only some of them show.
believed as (
  select *
  from (
    select s.account_key, s.currency, s.type, s.way, s.from_ord, s.to_ord, s.gain,
      count(*) filter (where c.agrees = 1 and c.ord > s.from_ord) as agree,
      count(*) filter (where c.agrees = 1 and c.ord > s.from_ord and not c.as_listed) as agree_alone,
      count(*) filter (where c.agrees = -1 and c.ord > s.from_ord) as part,
      count(*) filter (where c.agrees = -1 and c.as_listed) as part_alone,
      count(distinct c.since) filter (where c.agrees = 1 and c.ord > s.from_ord and c.since <> 0) as amounts
    from chosen s
    join compared_closes c on c.account_key = s.account_key and c.currency = s.currency and c.type = s.type and c.way = s.way
      and c.ord <= s.to_ord
    group by all
  )
  where agree >= 4 * part and (agree_alone >= 3 or agree >= 4 * part_alone) and (gain >= 5 or amounts >= 2)
)
-- Of several balances that speak of one close the last one holds. A row of the very moment is not in it.
select c.balance_key, (c.closed_at - interval 1 microsecond)::date as day, c.close = 96 as at_end,
  zoned(c.zone, c.closed_at) - interval 1 microsecond as speaks_of,
  row_number() over (partition by c.account_key, c.currency, c.type, c.closed_at order by c.ord desc) = 1 as is_last
from believed b
join compared_closes c on c.account_key = b.account_key and c.currency = b.currency and c.type = b.type and c.way = b.way
  and c.ord between b.from_ord and b.to_ord;
