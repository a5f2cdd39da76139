-- Days of the accounts of the consents under a bridge that is broken, or closes only by what the first balance may have lacked, or over
-- which only available balances moved, and long before it, as far as no read that began after that was known has looked at them: a row
-- that the bank booked late for one of them would make the difference.
with ours as (
  select distinct l.consent_id, l.account_key, a.today
  from account_links l
  join asked_consents a using (consent_id)
),
broken as (
  select row_number() over () as bridge, b.account_key, (b.evidence ->> '$.read_again_from')::date as first_day,
    (b.evidence ->> '$.days[-1]')::date - 1 as last_day, (b.evidence ->> '$.days[-1]')::date + least(i.lookback_days, $longestLate) as known_on, i.timezone
  from bridges b
  join account_owners a on a.account_key = b.account_key
  join institutions i on i.institution = a.institution
  where (b.evidence ->> '$.read_again_from') is not null and b.account_key in (select account_key from ours)
),
-- The parts of them that were looked at, and behind these the day after the last one.
looks as (
  select n.bridge, n.account_key, n.first_day, n.last_day, n.known_on,
    coalesce(r.from_date + 1, n.first_day) as from_date, least(coalesce(r.to_date - 1, n.last_day), n.last_day) as to_date
  from broken n
  join account_links l on l.account_key = n.account_key
  join reads r on r.consent_id = l.consent_id and (r.account_id is null or r.account_id = l.account_id)
  where r.resource = 'transactions' and r.outcome = 'complete' and r.load_seq is not null
    and timezone(n.timezone, r.started_at)::date > n.known_on
    and coalesce(r.from_date < n.last_day, true) and coalesce(r.to_date > n.first_day, true)
  union all
  select bridge, account_key, first_day, last_day, known_on, last_day + 1, last_day + 1
  from broken
),
-- What is left of them. Where the last day was looked at, the bank gives no more after a month.
unseen as (
  select account_key, known_on, coalesce(max(to_date) over before + 1, first_day) as from_date, from_date - 1 as to_date,
    bool_or(to_date = last_day) over (partition by bridge) as begun
  from looks
  window before as (partition by bridge order by from_date, to_date rows between unbounded preceding and 1 preceding)
)
select distinct consent_id as "consentId", 'doubtful' as kind, account_key as "accountKey", from_date::varchar as "from",
  to_date::varchar as "to"
from unseen
join ours using (account_key)
where from_date <= to_date and not (begun and known_on < today - 30)
order by all;
