-- From which day on a bank keeps the rows of each account, as it says itself. Some banks mean the first row of this very
-- answer: only what lies before the days asked for says how far back they go.
select r.consent_id as "consentId", l.account_key as "accountKey", max(r.started_at) as at,
  arg_max(
    greatest(timezone(a.zone, r.first_available)::date, timezone('UTC', r.first_available)::date), r.started_at
  )::varchar as "from"
from reads r
join asked_consents a using (consent_id)
join account_links l on l.consent_id = r.consent_id and (r.account_id is null or r.account_id = l.account_id)
where r.resource = 'transactions' and r.first_available is not null
  and (r.from_date is null or r.first_available < r.from_date)
group by r.consent_id, l.account_key
order by r.consent_id, l.account_key;
