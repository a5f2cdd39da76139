-- Writes the verdicts of the accounts that are judged, a line for each of their currencies.
delete from account_verdicts where account_key in (select account_key from judged);

insert into account_verdicts by name
with held as (
  select account_key, currency from chain_points
  union
  select account_key, currency from lives where life = 'booked' and left_run is null
),
currencies as (
  select account_key, currency from held
  union all
  select account_key, own_currency from judged where account_key not in (select account_key from held)
),
-- The chain that decides: booked balances before available ones, those of an instant before those of a day, one that can be
-- compared before one that cannot.
chosen as (
  select *
  from chain_points
  qualify dense_rank() over (
    partition by account_key, currency order by points > 1 desc, list_position(['ITBD', 'CLBD', 'OPBD'], type) nulls last
  ) = 1
),
-- The oldest balance after which the chain is not at the level of the newest any more, and what lasts of that.
parted as (
  select account_key, currency, type, min(ord) as ord,
    arg_min(verdict, list_position(['broken', 'unprovable', 'timing'], verdict)) as verdict,
    arg_min_null(reason, (list_position(['broken', 'unprovable', 'timing'], verdict), ord)) as reason
  from steps
  where lasting
  group by all
),
-- The level at which the balances before it are. Where the last of them have a row that is listed no more, and none says that it is
-- not booked, proven is what is older than these.
proven_before as (
  select t.account_key, t.currency, t.type, coalesce(s.ord, t.ord) as ord, o.held_level
  from parted t
  join followed_runs n on n.account_key = t.account_key and n.currency = t.currency and n.type = t.type and n.first_ord = t.ord
  join followed_runs o on o.account_key = t.account_key and o.currency = t.currency and o.type = t.type
    and o.run_no = n.run_no + 1
  left join stretches_off f on f.account_key = t.account_key and f.currency = t.currency and f.type = t.type
    and f.stretch = o.stretch
  left join steps s on s.account_key = f.account_key and s.currency = f.currency and s.type = f.type and s.ord = f.ord
    and s.reason = 'restated'
),
-- Where the newest balances have rows in them that belong later, or lack some that belong there. Where no balance at all is at the
-- level without any, the newest change says so.
newest_step as (
  select s.account_key, s.currency, s.type, s.ord, s.verdict, s.reason, f.held_level
  from steps s
  join newest_off f using (account_key, currency, type, ord)
),
chains as (
  select p.account_key, p.currency, p.type, any_value(p.booked) as booked, any_value(p.points) as points,
    min(p.as_of) as oldest, max(p.as_of) as newest, bool_or(c.with_pending and c.pending <> 0) as with_pending,
    bool_or(p.converted) as converted, arg_max(c.level, p.ord) as newest_level, arg_min(c.level, p.ord) as oldest_level
  from chosen p
  left join chain_levels c using (account_key, currency, type, ord)
  group by all
),
judged_chains as (
  select c.*, (not c.booked or c.converted) and c.newest_level <> c.oldest_level as unclosed, t.verdict, t.reason, b.ord, n.verdict as newest_verdict, n.reason as newest_reason, n.ord as newest_ord,
    if(t.verdict is null, n.held_level, b.held_level) as held_level
  from chains c
  left join parted t using (account_key, currency, type)
  left join proven_before b using (account_key, currency, type)
  left join newest_step n using (account_key, currency, type)
)
select h.account_key, h.currency,
  case
    when c.points is null then 'unprovable'
    when c.points = 1 then 'unprovable'
    when j.listed_on is null then 'unprovable'
    when c.verdict is not null then c.verdict
    when c.newest_verdict is not null then c.newest_verdict
    when c.unclosed then 'unprovable'
    when c.with_pending then 'proven-with-pending'
    else 'proven' end as verdict,
  case when c.points > 1 and j.listed_on is not null and (c.verdict is null or c.ord > 1) then c.oldest end as proven_from,
  case when c.points > 1 and j.listed_on is not null then
    case when c.verdict is null and c.newest_verdict is null then c.newest
      when c.verdict is not null and c.ord = 1 then null
      else p.as_of end end as proven_to,
  case when c.points > 1 then coalesce(c.newest_level - c.held_level, 0) end as difference,
  case
    when h.currency is null then 'currency-not-told'
    when c.points is null then 'no-booked-balance'
    when c.points = 1 then 'one-snapshot'
    when j.listed_on is null then 'days-not-covered'
    when c.verdict is not null then c.reason
    when c.newest_verdict is not null then c.newest_reason
    when c.unclosed then if(c.booked, 'local-currency', 'available-only')
    when not c.booked then 'estimated' end as reason,
  j.run_id
from currencies h
join judged j using (account_key)
left join judged_chains c on c.account_key = h.account_key and c.currency = h.currency
left join chain_points p on p.account_key = c.account_key and p.currency = c.currency and p.type = c.type
  and p.ord = coalesce(c.ord, c.newest_ord) - 1
order by account_key, currency;
