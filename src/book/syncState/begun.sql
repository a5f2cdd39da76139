-- The newest day that was answered about each account, where it was read before its end, and what the bank's clock showed then: by
-- that of UTC or its own, whichever is earlier. What another of the consents began, that will go on with.
with answered as (
  select account_key, to_date, read_id
  from answered_days
  where account_key in (select account_key from account_links join asked_consents using (consent_id))
),
last_reads as (
  select account_key, unnest(max({'day': to_date, 'read_id': read_id}))
  from answered
  group by account_key
)
select l.consent_id as "consentId", n.account_key as "accountKey", n.day::varchar as day,
  strftime(min(least(timezone('UTC', r.started_at), timezone(a.zone, r.started_at))), '%Y-%m-%dT%H:%M:%S') as until
from last_reads n
join reads r using (read_id)
join account_links l on l.account_key = n.account_key
join asked_consents a on a.consent_id = l.consent_id
where timezone(a.zone, r.started_at)::date <= n.day
  and (r.consent_id = l.consent_id or r.consent_id not in (select consent_id from asked_consents))
group by all
order by all;
