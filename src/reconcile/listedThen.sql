-- What each balance is off by where all rows are in it as they were listed in its night, or some nights before, and not as they are
-- now: a row that says something else since, or that is listed no more, said what it said then; and one that came late may be in it
-- all the same. Banks state a balance of before over a weekend or a feast, while their lists go on; and some that of the last day that
-- has closed, a working day or any, whatever has been listed since.
create or replace temp table listed_then as
-- How many balances a correction, and a row that is new, is behind the list that showed it; null where the row is in it since its day.
with behind as (
  select row_number() over () as way, corrected, fresh
  from (
    select distinct corrected, unnest([null, 0, corrected]) as fresh
    from (select unnest(range(5))::integer as corrected)
  )
),
-- Chains of which the second balance is still the first one, though rows came in between.
still as (
  select l.account_key, l.currency, l.type
  from chain_levels l
  join chain_points p using (account_key, currency, type, ord)
  join chain_points o on o.account_key = l.account_key and o.currency = l.currency and o.type = l.type and o.ord = 0
  where l.ord = 1 and l.movements <> 0 and p.amount = o.amount
),
-- When rows of the first list came nobody knows: the first balance alone may lack those of its last day and since, or where it stands still
-- those that are as far behind as others; and no balance any others: they came further back than any is behind.
said as (
  select p.account_key, p.currency, p.type, p.place, p.left_place, p.restating, sum(p.amount) as amount,
    if(p.listed_place = 0 and p.booking_date < o.whole_day, -5, p.listed_place) as listed_place,
    if(p.listed_place = 0 and s.type is null, 1, 4) as most_behind
  from placed_lives p
  join chain_points o on o.account_key = p.account_key and o.currency = p.currency and o.type = p.type and o.ord = 0
  left join still s on s.account_key = p.account_key and s.currency = p.currency and s.type = p.type
  where p.life = 'booked'
  group by all
),
turns as (
  select s.account_key, s.currency, s.type, b.way, greatest(s.place, if(s.restating, s.listed_place + b.corrected, 0)) as from_ord,
    s.left_place + b.corrected as to_ord, s.amount as shift
  from said s, behind b
  where s.left_place is not null
  union all
  select s.account_key, s.currency, s.type, b.way, s.place,
    least(s.listed_place + if(s.restating, b.corrected, least(b.fresh, s.most_behind)), s.left_place + b.corrected),
    -s.amount
  from said s, behind b
  where if(s.restating, s.left_place is null, b.fresh is not null)
),
changes as (
  select account_key, currency, type, way, ord, sum(shift) as shift
  from (
    select account_key, currency, type, way, unnest([from_ord, to_ord]) as ord, unnest([shift, -shift])::decimal(38,5) as shift
    from turns
    where from_ord < to_ord
  )
  group by all
),
closed_days as (
  select c.account_key, c.currency, c.type, c.ord, c.level, k.way, unnest(range(k.days)) as back, p.day
  from chain_levels c
  semi join asked_points a on a.account_key = c.account_key and a.currency = c.currency and a.type = c.type
  join chain_points p using (account_key, currency, type, ord),
    -- Of the day before, of the last working day, and of those as they were a day ago: what has closed may be told the next morning.
    lateral (
      select unnest([-1, -2, -3, -4]) as way, unnest([1, since_working_day(p.day), 2, 1 + since_working_day(p.day - 1)]) as days
    ) k
),
since_closed as (
  select d.account_key, d.currency, d.type, d.ord, d.way, d.level, -coalesce(sum(p.amount), 0)::decimal(38,5) as shift
  from closed_days d
  left join placed_lives p on p.account_key = d.account_key and p.currency = d.currency and p.type = d.type
    and p.booking_date = d.day - d.back::integer and p.life = 'booked' and p.place <= d.ord and d.ord < coalesce(p.left_place, 2147483647)
  group by all
),
-- That a bank states those shows where other rows come every day: balances agree without them, and with them they do not. Where as much
-- comes each day nothing shows it, and what is lost would be as much.
closing as (
  select account_key, currency, type, way
  from (
    select *, lag(shift) over chain as shift_before, lag(level) over chain as level_before
    from since_closed
    window chain as (partition by account_key, currency, type, way order by ord)
  )
  where shift <> shift_before
  group by all
  having count(*) filter (where level - shift = level_before - shift_before) > greatest(1, count(*) filter (where level = level_before))
)
select s.account_key, s.currency, s.type, s.ord, s.way, s.shift
from since_closed s
semi join closing c on c.account_key = s.account_key and c.currency = s.currency and c.type = s.type and c.way = s.way
union all
select c.account_key, c.currency, c.type, c.ord, b.way, coalesce(sum(t.shift) over chain, 0)::decimal(38,5) as shift
from chain_levels c
semi join asked_points a on a.account_key = c.account_key and a.currency = c.currency and a.type = c.type
cross join behind b
left join changes t on t.account_key = c.account_key and t.currency = c.currency and t.type = c.type and t.way = b.way and t.ord = c.ord
window chain as (partition by c.account_key, c.currency, c.type, b.way order by c.ord);
