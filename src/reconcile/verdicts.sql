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
-- The oldest balance after which the chain is not at the level of the newest any more, and what lasts of that.
parted as (
  select account_key, currency, type, min(ord) as ord,
    arg_min(verdict, list_position(['broken', 'unprovable', 'timing'], verdict)) as verdict,
    arg_min_null(reason, (list_position(['broken', 'unprovable', 'timing'], verdict), ord)) as reason
  from steps
  where lasting
  group by all
),
-- What parts a chain, and lies within no other that comes before it: of that nothing else speaks.
unseen_by_others as (
  select t.account_key, t.currency, t.type, t.verdict
  from parted t
  join chain_points o on o.account_key = t.account_key and o.currency = t.currency and o.type = t.type and o.ord = t.ord - 1
  join chain_points n on n.account_key = t.account_key and n.currency = t.currency and n.type = t.type and n.ord = t.ord
  where not exists (
    select 1 from chain_points c
    left join oldest_off w using (account_key, currency, type)
    where c.account_key = t.account_key and c.currency = t.currency and c.type <> t.type and rank_of(c.type) < rank_of(t.type)
      and c.ord >= coalesce(w.ord, 0)
    group by c.type
    having min(c.whole_day) <= o.whole_day and max(c.whole_day) >= n.whole_day
  )
),
-- The chain that decides: one that is parted where no better one looks, and one that goes on, before one that the bank states no more;
-- booked balances before available ones, those of an instant before those of a day, one that can be compared before one that cannot.
chosen as (
  select c.*
  from chain_points c
  left join unseen_by_others u using (account_key, currency, type)
  qualify dense_rank() over (
    partition by c.account_key, c.currency
    order by points > 1 desc, list_position(['broken', 'unprovable', 'timing'], u.verdict) nulls last, ended, rank_of(c.type)
  ) = 1
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
    coalesce(any_value(w.ord), 0) as oldest_ord, min(p.speaks_of) filter (where p.ord >= coalesce(w.ord, 0)) as oldest,
    max(p.speaks_of) as newest, bool_or(c.with_pending and c.pending <> 0) as with_pending,
    bool_or(p.converted) as converted, arg_max(c.level, p.ord) as newest_level, arg_min(c.level, p.ord) as oldest_level
  from chosen p
  left join chain_levels c using (account_key, currency, type, ord)
  left join oldest_off w on w.account_key = p.account_key and w.currency = p.currency and w.type = p.type
  group by all
),
-- One balance alone that is at the level proves nothing.
newest_alone as (
  select w.*
  from oldest_off w
  join chains c on c.account_key = w.account_key and c.currency = w.currency and c.type = w.type and c.points = w.ord + 1
),
-- The newest balance of whose days no more than the last was not read yet. That the ones after it agree may be by rows that nobody
-- has read, and that make up for each other.
read_to as (
  select account_key, max(to_date) as day from judged_coverage group by account_key
),
newest_read as (
  select p.account_key, p.currency, p.type, max(p.ord) as ord
  from chosen p
  join read_to r using (account_key)
  where p.whole_day <= r.day + 1
  group by all
),
-- Where the chain goes on from another one that the bank states no more, days lie between the two, and they are at two levels: a row of
-- these days is missing, or the types differ by what no row says.
handed_over as (
  select f.account_key, f.currency, f.type, arg_max(f.base - b.base, l.last_day) as shift
  from (
    select account_key, currency, type, bool_and(ended) as ended, max(whole_day) as last_day
    from chain_points
    where booked
    group by all
  ) l
  join (select account_key, currency, type, min(whole_day) as first_day from chosen group by all) c
    on c.account_key = l.account_key and c.currency = l.currency and c.type <> l.type and l.ended and l.last_day < c.first_day
  join told_stretches b on b.account_key = l.account_key and b.currency = l.currency and b.type = l.type and b.stretch = 0
  join told_stretches f on f.account_key = c.account_key and f.currency = c.currency and f.type = c.type and f.is_oldest
  group by all
),
-- Where levels change without rows that would say so.
without_rows as (
  select account_key, currency, type, any_value(reason) as reason
  from steps
  where reason in ('available-only', 'local-currency')
  group by all
),
judged_chains as (
  select c.*, if(c.newest_level <> c.oldest_level, x.reason, null) as unclosed, t.verdict, t.reason,
    coalesce(n.verdict, a.verdict) as newest_verdict, coalesce(n.reason, a.reason) as newest_reason,
    least(coalesce(b.ord, n.ord, c.points) - 1, coalesce(r.ord, -1)) as proven_ord, proven_ord > c.oldest_ord as any_proven,
    coalesce(r.ord <= c.oldest_ord, true) as unread,
    if(t.verdict is null, coalesce(n.held_level, c.newest_level - a.shift), b.held_level) as held_level, g.shift as handed_over_shift
  from chains c
  left join parted t using (account_key, currency, type)
  left join proven_before b using (account_key, currency, type)
  left join newest_step n using (account_key, currency, type)
  left join newest_alone a using (account_key, currency, type)
  left join newest_read r using (account_key, currency, type)
  left join without_rows x on x.account_key = c.account_key and x.currency = c.currency and x.type = c.type
  left join handed_over g on g.account_key = c.account_key and g.currency = c.currency and g.type = c.type and g.shift <> 0
)
select h.account_key, h.currency,
  case
    when c.points is null then 'unprovable'
    when c.points = 1 then 'unprovable'
    when j.listed_on is null then 'unprovable'
    when c.verdict is not null then c.verdict
    when c.newest_verdict is not null then c.newest_verdict
    when c.unclosed is not null or c.unread or c.handed_over_shift is not null then 'unprovable'
    when c.with_pending then 'proven-with-pending'
    else 'proven' end as verdict,
  case when c.any_proven then c.oldest end as proven_from,
  case when c.any_proven then if(c.proven_ord = c.points - 1, c.newest, p.speaks_of) end as proven_to,
  case when c.points > 1 then coalesce(c.newest_level - c.held_level, 0) + coalesce(c.handed_over_shift, 0) end as difference,
  case
    when h.currency is null then 'currency-not-told'
    when c.points is null then 'no-booked-balance'
    when c.points = 1 then 'one-snapshot'
    when j.listed_on is null then 'days-not-covered'
    -- What is missing in between, and what makes up for it later, are two faults all the same.
    when c.verdict = 'broken' and c.newest_level = c.held_level then coalesce(c.reason, 'evened-out')
    when c.verdict is not null then c.reason
    when c.newest_verdict is not null then c.newest_reason
    when c.unclosed is not null then c.unclosed
    when c.unread then 'days-not-covered'
    when c.handed_over_shift is not null then 'balance-type-changed'
    when not c.booked then 'estimated' end as reason,
  j.run_id
from currencies h
join judged j using (account_key)
left join judged_chains c on c.account_key = h.account_key and c.currency = h.currency
left join chain_points p on p.account_key = c.account_key and p.currency = c.currency and p.type = c.type
  and p.ord = c.proven_ord
order by account_key, currency;
