-- What is said where the level changes. A difference is broken only once no late row can be listed any more, and only if all
-- days in between were read.
insert into steps by name
with boundaries as (
  select n.account_key, n.currency, n.type, n.first_ord as ord,
    -- What one row too many or too few makes of it: not what rows that come late do beside.
    if(o.stretch <> n.stretch, n.held_level - o.held_level, n.level - o.level) as shift,
    o.stretch <> n.stretch as parts,
    o.stretch <> n.stretch and (o.set_aside or n.set_aside) as misstated,
    o.unread or n.unread as unread,
    misstated and (o.unlisted or not o.set_aside) and (n.unlisted or not n.set_aside) as unlisted,
    o.stretch <> n.stretch and not (o.set_aside or n.set_aside) as lasting
  from followed_runs n
  join followed_runs o on o.account_key = n.account_key and o.currency = n.currency and o.type = n.type
    and o.run_no = n.run_no + 1
),
between_days as (
  select b.*, p.booked, coalesce(p.converted, false) as converted, p.day as closing_day, o.whole_day + 1 as from_day, p.whole_day as to_day
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
    select 1 from judged_coverage c where c.account_key = d.account_key and d.day between c.from_date and c.to_date
  )
  group by all
),
-- The one kind of rows that makes up for the change, where one does.
explained as (
  select b.account_key, b.currency, b.type, b.ord, o.reason,
    list_position(['same-day', 'dated-ahead', 'late', 'restated', 'pending'], o.reason) + if(o.alone, 5, 0) as rank,
    sums_of_rows(list([o.shift] order by o.shift, o.transaction_key)) as sums,
    list(o.transaction_key order by o.shift, o.transaction_key) as transaction_keys
  from between_days b
  join offsets o on o.account_key = b.account_key and o.currency = b.currency and o.type = b.type
    and (b.ord >= o.from_ord and b.ord < o.to_ord or b.ord - 1 >= o.from_ord and b.ord - 1 < o.to_ord)
  where not b.parts
  group by all
),
kinds as (
  select e.account_key, e.currency, e.type, e.ord,
    arg_min(e.reason, e.rank) as reason, arg_min(e.transaction_keys, e.rank) as transaction_keys
  from explained e
  join between_days b using (account_key, currency, type, ord)
  where list_contains(e.sums, b.shift) or list_contains(e.sums, -b.shift)
  group by all
)
select b.account_key, b.currency, b.type, b.ord, b.shift, b.parts, b.misstated, b.unread, b.unlisted, b.lasting, b.from_day, b.closing_day,
  u.days as unread_days, k.transaction_keys,
  case
    when not b.booked or b.converted then 'unprovable'
    when b.parts and u.days is not null then 'unprovable'
    when b.unlisted then 'timing'
    when b.parts and j.listed_on - b.closing_day >= j.lookback_days then 'broken'
    when not b.parts and k.reason = 'pending' then 'proven-with-pending'
    else 'timing' end as verdict,
  case
    when not b.booked then 'available-only'
    when b.converted then 'local-currency'
    when b.parts and u.days is not null then 'days-not-covered'
    when b.unlisted then 'rows-not-listed'
    when b.parts and j.listed_on - b.closing_day >= j.lookback_days then if(b.misstated, 'balance-misstated', null)
    when b.parts then 'recent'
    else coalesce(k.reason, if(b.unread, 'rows-not-listed', 'late')) end as reason
from between_days b
join judged j using (account_key)
left join unread u using (account_key, currency, type, ord)
left join kinds k using (account_key, currency, type, ord);
