-- Writes the bridges of the accounts that are judged: each balance and the one before it, and the newest and the oldest.
delete from bridges where account_key in (select account_key from judged);

insert into bridges by name
with each as (
  select c.account_key, c.currency, c.type, c.ord, c.movements, c.with_pending, p.booked,
    lag(p.speaks_of) over chain as opening_at, p.speaks_of as closing_at, lag(p.amount) over chain as opening, p.amount as closing
  from chain_levels c
  join chain_points p using (account_key, currency, type, ord)
  window chain as (partition by c.account_key, c.currency, c.type order by c.ord)
),
whole as (
  select c.account_key, c.currency, c.type, any_value(p.booked) as booked, bool_or(c.with_pending) as with_pending,
    arg_min(p.speaks_of, c.ord) as opening_at, arg_max(p.speaks_of, c.ord) as closing_at, arg_min(p.amount, c.ord) as opening,
    arg_max(p.amount, c.ord) as closing, sum(c.movements) as movements,
    arg_max(c.level, c.ord) = arg_min(c.level, c.ord) as closes
  from chain_levels c
  join chain_points p using (account_key, currency, type, ord)
  group by all
  having count(*) > 2
),
-- The strongest of what is said between the two: of several as strong what does not make up for itself, and the newest of that.
whole_steps as (
  select account_key, currency, type,
    arg_min(verdict, rank) as verdict, arg_min_null(reason, (rank, cancels, -ord)) as reason
  from (
    select *, list_position(['broken', 'unprovable', 'timing', 'proven-with-pending'], verdict) * 2 - lasting::integer as rank,
      sum(shift) over (partition by account_key, currency, type, verdict, reason) = 0 as cancels
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
  v.evidence
from each e
join judged j using (account_key)
left join steps s using (account_key, currency, type, ord)
left join step_evidence v using (account_key, currency, type, ord)
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
  v.evidence
from whole w
join judged j using (account_key)
left join whole_steps s using (account_key, currency, type)
left join whole_evidence v on v.account_key = w.account_key and v.currency = w.currency and v.type = w.type
  and not w.closes
order by account_key, currency, balance_type, closing_at, opening_at;
