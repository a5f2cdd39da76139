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
-- First those that are in question longest.
ends as (
  select r.account_key, r.currency, r.type, r.run_no,
    coalesce(list(o.shift order by o.to_ord - o.from_ord desc, o.shift, o.transaction_key)
      filter (where r.first_ord >= o.from_ord and r.first_ord < o.to_ord), []) as oldest_offsets,
    coalesce(list(o.shift order by o.to_ord - o.from_ord desc, o.shift, o.transaction_key)
      filter (where r.last_ord >= o.from_ord and r.last_ord < o.to_ord), []) as newest_offsets
  from runs r
  left join offsets o on o.account_key = r.account_key and o.currency = r.currency and o.type = r.type
    and o.from_ord <= r.last_ord and o.to_ord > r.first_ord
  group by all
)
select *
from runs
join ends using (account_key, currency, type, run_no);

-- Which balances may be at which level, and lasting as long as each of them does.
create or replace temp table held_levels as
with held as (
  select account_key, currency, type, run_no,
    level - unnest(
      if(first_ord = last_ord, sums_of(newest_offsets), list_intersect(sums_of(newest_offsets), sums_of(oldest_offsets)))
    ) as level
  from level_runs
)
select account_key, currency, type, level, min(run_no) as from_run, max(run_no) as to_run
from (
  select *, run_no - row_number() over (partition by account_key, currency, type, level order by run_no) as island
  from held
)
group by account_key, currency, type, level, island;

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
-- Where older balances agree with newer ones, those between them are set aside.
agreed as (
  select account_key, currency, type, level, min(stretch) as newest, max(stretch) as oldest
  from stretches
  group by all
),
judged_stretches as (
  select s.*,
    exists (
      select 1 from agreed a
      where a.account_key = s.account_key and a.currency = s.currency and a.type = s.type
        and a.newest < s.stretch and a.oldest > s.stretch and a.level <> s.level
    ) as set_aside
  from stretches s
)
select r.account_key, r.currency, r.type, r.run_no, r.first_ord, r.level, s.level as held_level, s.stretch, s.set_aside,
  bool_and(r.unlisted) over (partition by r.account_key, r.currency, r.type, s.stretch) as unlisted
from level_runs r
join judged_stretches s on s.account_key = r.account_key and s.currency = r.currency and s.type = r.type
  and r.run_no between s.from_run and s.to_run;
