-- Follows the level of a chain from the newest balance back to the oldest. A balance is at a level where it equals it, and where
-- rows that it may have or not make up for what it is off. Of all levels that a balance may be at, the one holds that holds
-- longest; where it ends, something is broken.

-- Which balances may be at which level, and lasting as long as each of them does: past those of nights that listed no rows, and
-- past those that are at it only by what counts by itself.
create or replace temp table held_levels as
with sided as (
  select r.account_key, r.currency, r.type, r.run_no, r.level - s.sum as level, e.sides, e.end_no, s.alone
  from level_runs r
  join run_ends e using (account_key, currency, type, run_no)
  join end_sums s using (end_no)
),
by_sets as materialized (
  select account_key, currency, type, run_no, false as alone, level
  from sided
  where not alone
  group by account_key, currency, type, run_no, level, sides
  having count(distinct end_no) = sides
),
-- Runs of which each end has something that counts by itself.
by_themselves as (
  select account_key, currency, type, run_no
  from sided
  where alone
  group by account_key, currency, type, run_no, sides
  having count(distinct end_no) = sides
),
-- A level at which balances are only by what counts by itself holds nowhere.
may_be as (
  from by_sets
  union all
  from (
    select account_key, currency, type, run_no, true as alone, level
    from sided
    semi join by_themselves using (account_key, currency, type, run_no)
    group by account_key, currency, type, run_no, level, sides
    having count(distinct end_no) = sides
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
),
-- Of levels that hold as long, the one at which most balances of the chain may be: newer ones agree with it.
agreeing as (
  select account_key, currency, type, level, sum(to_run - from_run + 1) as runs from held_levels group by all
)
select r.account_key, r.currency, r.type, r.run_no, h.level, h.to_run
from level_runs r
join held_levels h on h.account_key = r.account_key and h.currency = r.currency and h.type = r.type
  and r.run_no between h.from_run and h.to_run
join agreeing a on a.account_key = h.account_key and a.currency = h.currency and a.type = h.type and a.level = h.level
left join exact e on e.account_key = h.account_key and e.currency = h.currency and e.type = h.type and e.level = h.level
qualify row_number() over (
  partition by r.account_key, r.currency, r.type, r.run_no order by h.to_run desc, a.runs desc, e.points desc nulls last, h.level
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
-- Levels at which one balance is and those beside it may be: two rows of one amount stand for each other.
other_levels as (
  select h.*
  from held_levels h
  where exists (
    select 1 from level_runs r
    where r.account_key = h.account_key and r.currency = h.currency and r.type = h.type and r.level = h.level
      and r.run_no between h.from_run and h.to_run
  )
),
judged_stretches as (
  select s.*,
    (
      select sum(r.last_ord - r.first_ord + 1) = 1 or bool_and(r.unlisted)
      from level_runs r
      where r.account_key = s.account_key and r.currency = s.currency and r.type = s.type
        and r.run_no between s.from_run and s.to_run
    ) as is_alone,
    exists (
      select 1 from agreed a
      where a.account_key = s.account_key and a.currency = s.currency and a.type = s.type
        and a.newest < s.stretch and a.oldest > s.stretch and a.level <> s.level
    ) as enclosed
  from stretches s
)
select r.account_key, r.currency, r.type, r.run_no, r.first_ord, r.level, s.level as held_level, s.stretch, s.enclosed,
  s.enclosed and s.is_alone as set_aside, r.unlisted as unread,
  bool_and(r.unlisted) over (partition by r.account_key, r.currency, r.type, s.stretch) as unlisted,
  -- What was held may be as well what it is at one of these, where that is of the whole stretch, or of what is beyond its end.
  exists (
    select 1 from other_levels h
    where h.account_key = r.account_key and h.currency = r.currency and h.type = r.type and h.level <> s.level
      and r.run_no between h.from_run and h.to_run
      and (h.from_run < s.from_run or h.to_run > s.to_run or h.from_run = s.from_run and h.to_run = s.to_run)
  ) as doubtful
from level_runs r
join judged_stretches s on s.account_key = r.account_key and s.currency = r.currency and s.type = r.type
  and r.run_no between s.from_run and s.to_run;
