-- Follows the level of a chain from the newest balance back to the oldest. A balance is at a level where it equals it, and where
-- rows that it may have or not make up for what it is off. Of all levels that a balance may be at, the one holds that holds
-- longest; where it ends, something is broken.
create or replace temp table level_runs as
with runs as (
  select c.account_key, c.currency, c.type, c.run_no, any_value(c.level) as level, min(c.ord) as first_ord, max(c.ord) as last_ord,
    -- Rows that nobody listed in the night of a balance, or in that whose end it states, may have said something else then.
    bool_and(r.ord is null or p.at_end and b.ord is null) as unlisted
  from chain_levels c
  join chain_points p using (account_key, currency, type, ord)
  left join read_points r using (account_key, currency, type, ord)
  left join read_points b on b.account_key = c.account_key and b.currency = c.currency and b.type = c.type and b.ord = c.ord - 1
  group by c.account_key, c.currency, c.type, c.run_no
  qualify count(*) over (partition by c.account_key, c.currency, c.type) > 1
),
sides as (
  select account_key, currency, type, run_no, unnest([
    {'side': 'newest', 'ord': last_ord},
    {'side': 'oldest', 'ord': first_ord}
  ], recursive := true)
  from runs
),
-- An included credit line that has changed since is in the balance or is not, the other way than it was read.
lines as (
  select c.account_key, c.currency, c.type, c.ord,
    if(c.own, -1, 1) * ((p.amount - p.own_funds) - last(p.amount - p.own_funds order by c.ord) over chain) as shift
  from chain_levels c
  join chain_points p using (account_key, currency, type, ord)
  window chain as (partition by c.account_key, c.currency, c.type)
),
-- What each row may do to the balance: lack an amount, have one that is there no more, or that one in the place of this; and what
-- it does where the bank posts a row when it lists it. What counts by itself is of many more rows, and is looked at apart.
in_sets as (
  select distinct account_key, currency, type, ord, transaction_key from asked_offsets where not alone
),
by_themselves as (
  select account_key, currency, type, ord, list(distinct shift) as alone
  from asked_offsets
  where alone
  group by account_key, currency, type, ord
),
in_question as (
  select s.account_key, s.currency, s.type, s.run_no, s.side, o.transaction_key, max(o.to_ord - o.from_ord) as lasting,
    coalesce(list_sort(list_distinct(list(o.shift) filter (where not o.adds and not o.alone))), []) as taken,
    coalesce(list_sort(list_distinct(list(o.shift) filter (where o.adds and not o.alone))), []) as added,
    coalesce(max(o.shift) filter (where o.likely and not o.adds), 0) + coalesce(max(o.shift) filter (where o.likely and o.adds), 0)
      as likely
  from sides s
  join (from asked_offsets semi join in_sets using (account_key, currency, type, ord, transaction_key)) o
    using (account_key, currency, type, ord)
  group by all
  union all by name
  select s.account_key, s.currency, s.type, s.run_no, s.side, 2147483647 as lasting, [l.shift::decimal(38,5)] as taken, 0::decimal(38,5) as likely
  from sides s
  join lines l using (account_key, currency, type, ord)
  where l.shift <> 0
),
row_shifts as (
  select * exclude (taken, added),
    list_filter(
      if(len(taken) = 0 or added is null, coalesce(added, taken),
        list_concat(taken, flatten(list_transform(added, lambda a: list_transform(taken, lambda t: (a + t)::decimal(38,5)))))),
      lambda s: s <> 0
    ) as shifts
  from in_question
),
-- First those that are in question longest.
ends as (
  select account_key, currency, type, run_no, side,
    sums_of_rows(
      coalesce(
        list({'shifts': shifts, 'likely': likely} order by lasting desc, shifts, transaction_key)
          filter (where len(shifts) > 0),
        []
      )
    ) as sums
  from row_shifts
  group by all
)
select r.*, coalesce(n.sums, [0::decimal(38,5)]) as newest_sums, coalesce(o.sums, [0::decimal(38,5)]) as oldest_sums,
  coalesce(na.alone, []) as newest_alone, coalesce(oa.alone, []) as oldest_alone
from runs r
left join ends n on n.account_key = r.account_key and n.currency = r.currency and n.type = r.type and n.run_no = r.run_no
  and n.side = 'newest'
left join ends o on o.account_key = r.account_key and o.currency = r.currency and o.type = r.type and o.run_no = r.run_no
  and o.side = 'oldest'
left join by_themselves na on na.account_key = r.account_key and na.currency = r.currency and na.type = r.type
  and na.ord = r.last_ord
left join by_themselves oa on oa.account_key = r.account_key and oa.currency = r.currency and oa.type = r.type
  and oa.ord = r.first_ord;

-- Which balances may be at which level, and lasting as long as each of them does: past those of nights that listed no rows, and
-- past those that are at it only by what counts by itself.
create or replace temp table held_levels as
with by_sets as materialized (
  select account_key, currency, type, run_no, false as alone, level - unnest(list_intersect(newest_sums, oldest_sums)) as level
  from level_runs
),
-- A level at which balances are only by what counts by itself holds nowhere.
may_be as (
  from by_sets
  union all
  from (
    select account_key, currency, type, run_no, true as alone,
      level - unnest(list_intersect(list_concat(newest_sums, newest_alone), list_concat(oldest_sums, oldest_alone))) as level
    from level_runs
    where len(newest_alone) > 0 and len(oldest_alone) > 0
  )
  semi join by_sets using (account_key, currency, type, level)
),
held as (
  select account_key, currency, type, run_no, level, bool_and(alone) as alone from may_be group by all
),
listed as (
  select *, count(*) filter (where not unlisted) over (partition by account_key, currency, type order by run_no) as listed_runs
  from level_runs
),
islands as (
  select h.*, l.listed_runs - if(l.unlisted, 0, 1) > coalesce(lag(l.listed_runs) over chain, -1) as begins
  from held h
  join listed l using (account_key, currency, type, run_no)
  window chain as (partition by h.account_key, h.currency, h.type, h.level order by h.run_no)
)
select account_key, currency, type, level, min(run_no) filter (where not alone) as from_run,
  max(run_no) filter (where not alone) as to_run
from (
  select *, count(*) filter (where begins) over (partition by account_key, currency, type, level order by run_no) as island
  from islands
)
group by account_key, currency, type, level, island
having from_run is not null;

create or replace temp table longest_levels as
with exact as (
  select account_key, currency, type, level, sum(last_ord - first_ord + 1) as points from level_runs group by all
)
select r.account_key, r.currency, r.type, r.run_no, h.level, h.to_run
from level_runs r
join held_levels h on h.account_key = r.account_key and h.currency = r.currency and h.type = r.type
  and r.run_no between h.from_run and h.to_run
left join exact e on e.account_key = h.account_key and e.currency = h.currency and e.type = h.type and e.level = h.level
qualify row_number() over (
  partition by r.account_key, r.currency, r.type, r.run_no order by h.to_run desc, e.points desc nulls last, h.level
) = 1;

insert into followed_runs by name
with recursive stretches as (
  select account_key, currency, type, 0 as stretch, 0::bigint as from_run, to_run, level
  from longest_levels
  where run_no = 0
  union all
  select l.account_key, l.currency, l.type, s.stretch + 1, l.run_no, l.to_run, l.level
  from stretches s
  join longest_levels l on l.account_key = s.account_key and l.currency = s.currency and l.type = s.type
    and l.run_no = s.to_run + 1
),
-- Where older balances agree with newer ones, one between them is set aside, and so are all of nights that listed no rows. Several
-- balances that agree are not misstated: rows are missing, and others make up for them later.
agreed as (
  select account_key, currency, type, level, min(stretch) as newest, max(stretch) as oldest
  from stretches
  group by all
),
judged_stretches as (
  select s.*,
    (
      select sum(r.last_ord - r.first_ord + 1) = 1 or bool_and(r.unlisted)
      from level_runs r
      where r.account_key = s.account_key and r.currency = s.currency and r.type = s.type
        and r.run_no between s.from_run and s.to_run
    ) and exists (
      select 1 from agreed a
      where a.account_key = s.account_key and a.currency = s.currency and a.type = s.type
        and a.newest < s.stretch and a.oldest > s.stretch and a.level <> s.level
    ) as set_aside
  from stretches s
)
select r.account_key, r.currency, r.type, r.run_no, r.first_ord, r.level, s.level as held_level, s.stretch, s.set_aside,
  r.unlisted as unread, bool_and(r.unlisted) over (partition by r.account_key, r.currency, r.type, s.stretch) as unlisted
from level_runs r
join judged_stretches s on s.account_key = r.account_key and s.currency = r.currency and s.type = r.type
  and r.run_no between s.from_run and s.to_run;
