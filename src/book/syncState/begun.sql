-- The newest day that is proven of each account, where it was read before its end, and what the bank's clock showed then: by that
-- of UTC or its own, whichever is earlier.
with newest as (
  select account_key, max(to_date) as day
  from coverage
  where account_key in (select account_key from account_links join asked_consents using (consent_id))
  group by account_key
),
last_reads as (
  select n.account_key, n.day, max(c.read_id) as read_id
  from newest n
  join coverage c on c.account_key = n.account_key and c.to_date = n.day
  group by n.account_key, n.day
)
select l.consent_id as "consentId", n.account_key as "accountKey", n.day::varchar as day,
  strftime(min(least(timezone('UTC', r.started_at), timezone(a.zone, r.started_at))), '%Y-%m-%dT%H:%M:%S') as until
from last_reads n
join reads r using (read_id)
join account_links l on l.account_key = n.account_key
join asked_consents a on a.consent_id = l.consent_id
where timezone(a.zone, r.started_at)::date <= n.day
group by all
order by all;
