-- What each balance is off by where all rows are in it as they were listed in its night, and not as they are now: a row that says
-- something else since, or that is listed no more, said what it said then; and one that came late may be in it all the same.
create or replace temp table listed_then as
with turns as (
  select account_key, currency, type, greatest(place, if(restating, listed_place, 0)) as from_ord, left_place as to_ord, amount as shift,
    false as late
  from placed_lives
  where life = 'booked' and left_place is not null
  union all
  select account_key, currency, type, place, least(listed_place, left_place), -amount, not restating
  from placed_lives
  where life = 'booked' and (left_place is null or not restating)
),
changes as (
  select account_key, currency, type, ord, sum(shift) as shift, sum(if(late, 0, shift)) as corrected
  from (
    select account_key, currency, type, late, unnest([from_ord, to_ord]) as ord, unnest([shift, -shift])::decimal(38,5) as shift
    from turns
    where from_ord < to_ord
  )
  group by all
)
select c.account_key, c.currency, c.type, c.ord, unnest([
    {'with_late': false, 'shift': coalesce(sum(t.shift) over chain, 0)::decimal(38,5)},
    {'with_late': true, 'shift': coalesce(sum(t.corrected) over chain, 0)::decimal(38,5)}
  ], recursive := true)
from chain_levels c
semi join asked_points a on a.account_key = c.account_key and a.currency = c.currency and a.type = c.type
left join changes t on t.account_key = c.account_key and t.currency = c.currency and t.type = c.type and t.ord = c.ord
window chain as (partition by c.account_key, c.currency, c.type order by c.ord);
