-- What is to be held back, and since when: since this run, or for as long as the exports before held it without a break.
select v.account_key, v.currency, v.verdict, v.difference::varchar as difference, v.reason,
  coalesce(b.since, $at::timestamptz) as since
from verdicts v
left join held_accounts b on b.run_id = (select max(run_id) from export_judgements)
  and b.account_key = v.account_key and b.currency is not distinct from v.currency
where v.policy = 'hold' and v.verdict in ('broken', 'unprovable')
order by v.account_key, v.currency
