-- Which balances of a chain tell what was held on the days between them, and before.
create or replace temp table told_stretches as
-- Rows that would have to make up for a difference are believed to only where no other can be missing: past days that were not read
-- a balance is of a stretch where it is at its level itself, or is led there from one that is.
with joined as (
  select f.* replace (
      coalesce(j.told_by, f.stretch) as stretch, coalesce(j.held_level, f.held_level) as held_level,
      f.set_aside and j.told_by is null as set_aside
    )
  from followed_runs f
  left join joined_stretches j using (account_key, currency, type, stretch)
  where j.stretch is null or j.told_by is not null
),
parts as (
  select f.*, count(*) filter (where not s.is_read) over (
      partition by f.account_key, f.currency, f.type, f.stretch order by f.run_no rows between unbounded preceding and 1 preceding
    ) as part,
    max(f.stretch) over (partition by f.account_key, f.currency, f.type) as oldest_stretch
  from joined f
  left join steps s on s.account_key = f.account_key and s.currency = f.currency and s.type = f.type and s.ord = f.first_ord
),
believed as (
  select account_key, currency, type, run_no, stretch, oldest_stretch, level, held_level, set_aside
  from parts
  where not doubtful
  qualify max(part) over (partition by account_key, currency, type, stretch) = 0
    or bool_or(level = held_level) over (partition by account_key, currency, type, stretch, part)
),
-- Beside a break a balance that is at no level itself may be of one side or of the other. What the newest are off by, rows may make up
-- for, or one that is not listed yet: days are told up to the last that is at the level.
sided as (
  select *, coalesce(run_no < at_level, false) as is_off
  from (
    select *, min(run_no) filter (where level = held_level) over stretches as at_level,
      max(run_no) filter (where level = held_level) over stretches as at_level_since
    from believed
    window stretches as (partition by account_key, currency, type, stretch)
  )
  where (stretch = 0 or run_no >= at_level) and (stretch = oldest_stretch or run_no <= at_level_since)
),
stretches as (
  select c.account_key, c.currency, c.type, coalesce(f.stretch, 0) as stretch,
    coalesce(any_value(f.held_level), any_value(c.level)) as level, min(c.ord) as first_ord,
    coalesce(max(c.ord) filter (where f.is_off is distinct from true), min(c.ord)) as told_ord, max(c.ord) as last_ord
  from chain_levels c
  left join level_runs r on r.account_key = c.account_key and r.currency = c.currency and r.type = c.type
    and r.run_no = c.run_no
  left join sided f on f.account_key = r.account_key and f.currency = r.currency and f.type = r.type
    and f.run_no = r.run_no
  left join oldest_off w on w.account_key = c.account_key and w.currency = c.currency and w.type = c.type
  where (r.run_no is null or not f.set_aside) and c.ord >= coalesce(w.ord, 0)
  group by c.account_key, c.currency, c.type, coalesce(f.stretch, 0)
  having count(*) > 1
),
-- A row of before all balances of a stretch that is listed only after them, for a day that was read before, may be in them or not; and
-- so what is listed no more since. Of one of between them their levels tell.
unsettled as (
  select s.account_key, s.currency, s.type, s.stretch
  from stretches s
  join chain_points n on n.account_key = s.account_key and n.currency = s.currency and n.type = s.type and n.ord = s.last_ord
  join placed_lives p on p.account_key = s.account_key and p.currency = s.currency and p.type = s.type and p.place <= s.first_ord
  where p.life = 'booked' and (p.left_place is null and p.listed_place > s.last_ord and exists (
      select 1 from judged_coverage c
      where c.account_key = p.account_key and c.run_id <= n.list_run and p.booking_date between c.from_date and c.to_date
    ) or p.left_place > s.last_ord and p.listed_place <= s.last_ord)
  group by all
  having sum(if(p.left_place is null, p.amount, -p.amount)) <> 0
),
-- What was held before all rows, as each stretch has it.
proven as (
  select s.*, o.whole_day as oldest_day, n.whole_day as newest_day, s.first_ord = 0 as is_oldest,
    s.level - coalesce(w.amount, 0) as base, rank_of(s.type) as rank, e.ended, e.last_day
  from stretches s
  anti join unsettled using (account_key, currency, type, stretch)
  join chain_points o on o.account_key = s.account_key and o.currency = s.currency and o.type = s.type and o.ord = s.first_ord
  join chain_points n on n.account_key = s.account_key and n.currency = s.currency and n.type = s.type and n.ord = s.told_ord
  join (
    select account_key, currency, type, bool_or(ended) as ended, max(whole_day) as last_day from chain_points group by all
  ) e on e.account_key = s.account_key and e.currency = s.currency and e.type = s.type
  left join before_all w on w.account_key = s.account_key and w.currency = s.currency and w.type = s.type
  where o.booked
),
before as (
  select f.account_key, f.currency, f.type, bool_and(b.ended) as ended, max(b.last_day) as last_day,
    arg_max(b.base, (b.last_day, b.told_ord)) as base
  from (select distinct account_key, currency, type, rank from proven) f
  join proven b on b.account_key = f.account_key and b.currency = f.currency and b.rank < f.rank
  group by all
),
begun as (
  select account_key, currency, type, rank, min(oldest_day) as oldest_day, arg_min(base, oldest_day) as base from proven group by all
),
-- The same by the oldest balance of each chain, which may be alone at its level.
oldest as (
  select p.account_key, p.currency, p.type, rank_of(p.type) as rank, min(p.whole_day) as oldest_day,
    arg_min(c.level, c.ord) - coalesce(any_value(w.amount), 0) as base
  from chain_points p
  join chain_levels c using (account_key, currency, type, ord)
  left join before_all w using (account_key, currency, type)
  where p.booked
  group by p.account_key, p.currency, p.type
),
-- Chains that began before all that come before them, and part from one of these: until that begins they tell their own days.
overtaken as (
  select account_key, currency, type, rank, next_day
  from (
    select p.account_key, p.currency, p.type, p.rank, min(p.oldest_day) as oldest_day, min(n.oldest_day) as next_day,
      bool_or(p.oldest_day < n.oldest_day and p.base <> n.base) as parts
    from proven p
    join begun n on n.account_key = p.account_key and n.currency = p.currency and n.rank < p.rank
    group by p.account_key, p.currency, p.type, p.rank
  )
  where oldest_day < next_day and parts
),
-- Chains that tell no day before their oldest balance, because an older chain disagrees.
disputed as (
  select distinct g.account_key, g.currency, g.type, g.oldest_day
  from begun g
  left join overtaken o on o.account_key = g.account_key and o.currency = g.currency and o.rank > g.rank
  left join oldest a on a.account_key = g.account_key and a.currency = g.currency and a.rank > g.rank
    and a.oldest_day < g.oldest_day and a.base <> g.base
  where o.type is not null or a.type is not null
)
-- One chain of each account and currency, where several tell that of an instant; and where the bank states that no more, the next one
-- from then on. What leads back from the oldest balance of this one to the other must agree with it.
select p.* exclude (rank, ended, last_day),
  greatest(if(b.base <> p.base, greatest(b.last_day + 1, p.oldest_day), b.last_day + 1), d.oldest_day) as since_day,
  null::date as until_day
from proven p
left join before b using (account_key, currency, type)
left join disputed d using (account_key, currency, type)
where b.ended is not false
union all by name
select p.* exclude (rank, ended, last_day), o.next_day - 1 as until_day
from proven p
join overtaken o using (account_key, currency, type);
