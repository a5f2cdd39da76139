-- What each balance is off by where all rows are in it as they were listed in its night, or some nights before, and not as they are
-- now: a row that says something else since, or that is listed no more, said what it said then; and one that came late may be in it
-- all the same. Banks state a balance of before over a weekend or a feast, while their lists go on.
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
    s.left_place + b.corrected as to_ord, s.amount as shift, false as comes
  from said s, behind b
  where s.left_place is not null
  union all
  select s.account_key, s.currency, s.type, b.way, s.place,
    least(s.listed_place + if(s.restating, b.corrected, least(b.fresh, s.most_behind)), s.left_place + b.corrected),
    -s.amount, not s.restating
  from said s, behind b
  where if(s.restating, s.left_place is null, b.fresh is not null)
),
changes as (
  select account_key, currency, type, way, ord, sum(shift) as shift, bool_or(comes) as comes
  from (
    select account_key, currency, type, way, unnest([from_ord, to_ord]) as ord, unnest([shift, -shift])::decimal(38,5) as shift, comes
    from turns
    where from_ord < to_ord
  )
  group by all
)
select c.account_key, c.currency, c.type, c.ord, b.way, coalesce(sum(t.shift) over chain, 0)::decimal(38,5) as shift,
  -- At how many balances so far rows that were new took the place of others.
  count(*) filter (where t.comes) over chain as turns
from chain_levels c
semi join asked_points a on a.account_key = c.account_key and a.currency = c.currency and a.type = c.type
cross join behind b
left join changes t on t.account_key = c.account_key and t.currency = c.currency and t.type = c.type and t.way = b.way and t.ord = c.ord
window chain as (partition by c.account_key, c.currency, c.type, b.way order by c.ord);
