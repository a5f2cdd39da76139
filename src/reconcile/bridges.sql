-- Writes the bridges of the accounts that are judged: each balance and the one before it, and the newest and the oldest.

-- What is said where the level changes. A difference is broken only once no late row can be listed any more, and only if all
-- days in between were read.
create or replace temp table steps as
with boundaries as (
  select n.account_key, n.currency, n.type, n.first_ord as ord, n.level - o.level as shift, o.standing,
    o.standing in ('broken', 'returned') as parts,
    o.standing = 'returned' or o.standing = 'broken' and o.set_aside as misstated,
    o.standing = 'broken' and not o.set_aside as lasting
  from followed_runs n
  join followed_runs o on o.account_key = n.account_key and o.currency = n.currency and o.type = n.type
    and o.run_no = n.run_no + 1
),
between_days as (
  select b.*, p.booked, p.day as closing_day, o.whole_day + 1 as from_day, p.whole_day as to_day
  from boundaries b
  join chain_points p on p.account_key = b.account_key and p.currency = b.currency and p.type = b.type and p.ord = b.ord
  join chain_points o on o.account_key = b.account_key and o.currency = b.currency and o.type = b.type
    and o.ord = b.ord - 1
),
unread as (
  select d.account_key, d.currency, d.type, d.ord, list(d.day order by d.day) as days
  from (
    select b.account_key, b.currency, b.type, b.ord,
      unnest(generate_series(b.from_day, least(b.to_day, j.asked_on - 2), interval 1 day))::date as day
    from between_days b
    join judged j using (account_key)
  ) d
  where not exists (
    select 1 from coverage c where c.account_key = d.account_key and d.day between c.from_date and c.to_date
  )
  group by all
),
-- The one kind of rows that makes up for the change, where one does.
explained as (
  select b.account_key, b.currency, b.type, b.ord, o.reason,
    list(o.shift order by o.shift, o.transaction_key) as shifts,
    list(o.transaction_key order by o.shift, o.transaction_key) as transaction_keys
  from between_days b
  join offsets o on o.account_key = b.account_key and o.currency = b.currency and o.type = b.type
    and (b.ord >= o.from_ord and b.ord < o.to_ord or b.ord - 1 >= o.from_ord and b.ord - 1 < o.to_ord)
  where not b.parts
  group by all
),
kinds as (
  select e.account_key, e.currency, e.type, e.ord,
    arg_min(e.reason, list_position(['same-day', 'dated-ahead', 'late', 'restated', 'pending'], e.reason)) as reason
  from explained e
  join between_days b using (account_key, currency, type, ord)
  where makes_up(e.shifts, b.shift) or makes_up(e.shifts, -b.shift)
  group by all
)
select b.account_key, b.currency, b.type, b.ord, b.shift, b.misstated, b.lasting, u.days as unread_days,
  case
    when not b.booked then 'unprovable'
    when b.parts and u.days is not null then 'unprovable'
    when b.parts and j.listed_on - b.closing_day >= j.lookback_days then 'broken'
    when not b.parts and k.reason = 'pending' then 'proven-with-pending'
    else 'timing' end as verdict,
  case
    when not b.booked then 'available-only'
    when b.parts and u.days is not null then 'days-not-covered'
    when b.parts and j.listed_on - b.closing_day >= j.lookback_days then if(b.misstated, 'balance-misstated', null)
    when b.parts then 'recent'
    else coalesce(k.reason, 'late') end as reason
from between_days b
join judged j using (account_key)
left join unread u using (account_key, currency, type, ord)
left join kinds k using (account_key, currency, type, ord);

delete from bridges where account_key in (select account_key from judged);

insert into bridges by name
with each as (
  select c.account_key, c.currency, c.type, c.ord, c.movements, c.with_pending, p.booked,
    lag(p.as_of) over chain as opening_at, p.as_of as closing_at, lag(p.amount) over chain as opening, p.amount as closing
  from chain_levels c
  join chain_points p using (account_key, currency, type, ord)
  window chain as (partition by c.account_key, c.currency, c.type order by c.ord)
),
whole as (
  select c.account_key, c.currency, c.type, any_value(p.booked) as booked, bool_or(c.with_pending) as with_pending,
    arg_min(p.as_of, c.ord) as opening_at, arg_max(p.as_of, c.ord) as closing_at, arg_min(p.amount, c.ord) as opening,
    arg_max(p.amount, c.ord) as closing, sum(c.movements) as movements,
    arg_max(c.level, c.ord) = arg_min(c.level, c.ord) as closes
  from chain_levels c
  join chain_points p using (account_key, currency, type, ord)
  group by all
  having count(*) > 2
),
-- The strongest of what is said between the two.
whole_steps as (
  select account_key, currency, type,
    arg_min(verdict, rank) as verdict, arg_min(reason, rank) as reason
  from (
    select *, list_position(['broken', 'unprovable', 'timing', 'proven-with-pending'], verdict) * 2 - lasting::integer as rank
    from steps
  )
  group by all
)
select e.account_key, e.currency, e.opening_at, e.closing_at, e.opening, e.movements, e.closing,
  e.closing - e.opening - e.movements as difference, e.type as balance_type,
  case
    when j.listed_on is null then 'unprovable'
    when s.verdict is not null then s.verdict
    when e.with_pending and e.closing - e.opening - e.movements <> 0 then 'proven-with-pending'
    else 'proven' end as verdict,
  case
    when j.listed_on is null then 'days-not-covered'
    when s.verdict is not null then s.reason
    when not e.booked then 'estimated'
    when not e.with_pending and e.closing - e.opening - e.movements <> 0 then 'credit-line-included' end as reason,
  case when s.unread_days is not null then json_object('days_not_covered', s.unread_days) end as evidence
from each e
join judged j using (account_key)
left join steps s using (account_key, currency, type, ord)
where e.ord > 0
union all by name
select w.account_key, w.currency, w.opening_at, w.closing_at, w.opening, w.movements, w.closing,
  w.closing - w.opening - w.movements as difference, w.type as balance_type,
  case
    when j.listed_on is null then 'unprovable'
    when not w.closes then s.verdict
    when w.with_pending and w.closing - w.opening - w.movements <> 0 then 'proven-with-pending'
    else 'proven' end as verdict,
  case
    when j.listed_on is null then 'days-not-covered'
    when not w.closes then s.reason
    when not w.booked then 'estimated'
    when not w.with_pending and w.closing - w.opening - w.movements <> 0 then 'credit-line-included' end as reason,
  null as evidence
from whole w
join judged j using (account_key)
left join whole_steps s using (account_key, currency, type)
order by account_key, currency, balance_type, closing_at, opening_at;
