-- Where balances and movements part. A level is a balance less all movements since the oldest one: while nothing is missing it
-- does not change.
create or replace temp table chain_levels as
with placed as (
  select account_key, currency, type, place as ord, sum(amount) as movements
  from placed_lives
  where life = 'booked' and left_place is null
  group by all
),
waiting as (
  select account_key, currency, type, ord, sum(amount) as pending
  from (
    select account_key, currency, type, listed_place as ord, amount from placed_lives where life = 'pending'
    union all
    select account_key, currency, type, left_place, -amount from placed_lives where life = 'pending'
  )
  group by all
),
summed as (
  select p.account_key, p.currency, p.type, p.ord, p.booked, p.amount, p.own_funds,
    if(p.ord = 0, 0, coalesce(m.movements, 0)) as movements,
    sum(if(p.ord = 0, 0, coalesce(m.movements, 0))) over chain as moved,
    coalesce(sum(w.pending) over chain, 0) as pending
  from chain_points p
  left join placed m using (account_key, currency, type, ord)
  left join waiting w using (account_key, currency, type, ord)
  where p.points > 1
  window chain as (partition by p.account_key, p.currency, p.type order by p.ord)
),
-- A booked balance may have an included credit line in it or not, and what is pending or not: the reading with
-- fewer levels that hold for longer. As long as the line is the same that does not tell: then it is in it, as the bank says.
readings as (
  select *, unnest([
      {'reading': 1, 'own': false, 'with_pending': false, 'level': amount - moved},
      {'reading': 2, 'own': true, 'with_pending': false, 'level': own_funds - moved},
      {'reading': 3, 'own': false, 'with_pending': true, 'level': amount - moved - pending},
      {'reading': 4, 'own': true, 'with_pending': true, 'level': own_funds - moved - pending}
    ], recursive := true)
  from summed
),
read_as as (
  select account_key, currency, type, reading
  from (
    select account_key, currency, type, reading, level, count(*) as points
    from readings
    where booked or reading in (2, 4)
    group by all
  )
  group by account_key, currency, type, reading
  qualify row_number() over (
    partition by account_key, currency, type
    order by steadiness(points) * if(reading <= 2, 3, 2) desc, reading > 2, reading desc
  ) = 1
)
select r.account_key, r.currency, r.type, r.ord, r.movements, r.moved, r.pending, r.own, r.with_pending, r.level,
  coalesce(count(*) filter (where changed) over (
    partition by r.account_key, r.currency, r.type order by ord desc rows unbounded preceding
  ), 0) as run_no
from (
  select *, level <> lead(level) over (partition by account_key, currency, type, reading order by ord) as changed
  from readings
) r
semi join read_as a using (account_key, currency, type, reading);
