-- Days of the accounts of the consents under a bridge that is broken, or closes only by what the first balance may have lacked, and long
-- before it, as far as no read that began after that was known has gone back: a row that the bank booked late for one of them would
-- make the difference.
with ours as (
  select distinct l.consent_id, l.account_key
  from account_links l
  join asked_consents using (consent_id)
)
select consent_id as "consentId", 'doubtful' as kind, account_key as "accountKey", first_day::varchar as "from", (last_day - 1)::date::varchar as "to"
from (
  select b.account_key, (b.evidence ->> '$.read_again_from')::date as first_day,
    least(
      (b.evidence ->> '$.days[-1]')::date,
      min(coalesce(r.from_date + 1, date '0001-01-01')) filter (where r.read_id is not null)
    ) as last_day
  from bridges b
  join account_owners a on a.account_key = b.account_key
  join institutions i on i.institution = a.institution
  join account_links l on l.account_key = b.account_key
  left join reads r on r.consent_id = l.consent_id and (r.account_id is null or r.account_id = l.account_id)
    and r.resource = 'transactions' and r.outcome = 'complete' and r.load_seq is not null
    and timezone(i.timezone, r.started_at)::date > (b.evidence ->> '$.days[-1]')::date + i.lookback_days
  where (b.evidence ->> '$.read_again_from') is not null
    and b.account_key in (select account_key from ours)
  group by b.account_key, b.evidence
)
join ours using (account_key)
where first_day < last_day
order by all;
