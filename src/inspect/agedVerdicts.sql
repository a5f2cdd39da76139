-- Verdicts with the age of their proof at an instant. It has grown old where it ends two days or more before the newest night, not
-- counting the weekend before it, over which many banks close nothing: the bank has stated no newer balance since, or none that is proven;
-- the newest is the last, whatever time an earlier one told. Of an account that is closed nothing newer is expected; a snapshot of before
-- accounts could be closed has no such column.
with night as (
  select arg_max(ended_at, run_id) as ended_at from runs where pipeline = 'nightly' and outcome in ('complete', 'held')
)
select v.account_key, v.currency, v.verdict, v.proven_from, v.proven_to, v.difference, v.reason, v.policy, v.released_until,
  v.run_id, date_sub('day', v.proven_to, $now::timestamptz)::integer as proven_age_days,
  coalesce(to_json(a) ->> '$.closed_run' is null and v.proven_to <= n.ended_at - to_days(if(isodow(n.ended_at) in (7, 1, 2), 4, 2)), false) as proof_is_old
from verdicts v
cross join night n
left join accounts a on a.account_key = v.account_key
order by v.account_key, v.currency;
