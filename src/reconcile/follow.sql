-- Follows the levels of a chain from the newest balance back to the oldest: where one differs, rows that a balance may have or
-- not make up for it, or an older level comes back, or something is broken there.
create or replace temp table level_runs as
with runs as (
  select account_key, currency, type, run_no, any_value(level) as level, min(ord) as first_ord, max(ord) as last_ord
  from chain_levels
  group by account_key, currency, type, run_no
  qualify count(*) over (partition by account_key, currency, type) > 1
),
ends as (
  select r.account_key, r.currency, r.type, r.run_no,
    coalesce(list(o.shift order by o.shift, o.transaction_key)
      filter (where r.first_ord >= o.from_ord and r.first_ord < o.to_ord), []) as oldest_offsets,
    coalesce(list(o.shift order by o.shift, o.transaction_key)
      filter (where r.last_ord >= o.from_ord and r.last_ord < o.to_ord), []) as newest_offsets
  from runs r
  left join offsets o on o.account_key = r.account_key and o.currency = r.currency and o.type = r.type
    and o.from_ord <= r.last_ord and o.to_ord > r.first_ord
  group by all
)
select *
from runs
join ends using (account_key, currency, type, run_no);

insert into followed_runs by name
with recursive followed as (
  select account_key, currency, type, run_no, first_ord, 'level' as standing, [level] as levels, level,
    if(newest_offsets = [], [], oldest_offsets) as anchor
  from level_runs
  where run_no = 0
  union all
  select account_key, currency, type, run_no, first_ord, standing,
    case standing
      when 'level' then levels
      when 'off' then levels
      when 'newer-off' then list_concat([level], levels[2:])
      when 'returned' then levels[list_position(levels, level):]
      else list_concat([level], levels) end,
    level,
    case standing
      when 'off' then anchor
      else if(newest_offsets = [] or standing = 'level' and anchor = [], [], oldest_offsets) end
  from (
    select r.account_key, r.currency, r.type, r.run_no, r.first_ord, r.level, r.newest_offsets, r.oldest_offsets,
      f.levels, f.anchor,
      case
        when r.level = f.levels[1] then 'level'
        when makes_up(r.newest_offsets, r.level - f.levels[1]) and makes_up(r.oldest_offsets, r.level - f.levels[1])
        then 'off'
        when makes_up(f.anchor, f.levels[1] - r.level) then 'newer-off'
        when list_contains(f.levels, r.level) then 'returned'
        else 'broken' end as standing
    from followed f
    join level_runs r on r.account_key = f.account_key and r.currency = f.currency and r.type = f.type
      and r.run_no = f.run_no + 1
  )
)
select account_key, currency, type, run_no, first_ord, standing, level, len(levels) as depth,
  -- Older balances agree with newer ones: those between them are set aside.
  coalesce(min(len(levels)) over (
    partition by account_key, currency, type order by run_no rows between 1 following and unbounded following
  ) < len(levels), false) as set_aside
from followed;
