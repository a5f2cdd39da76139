-- Accounts of which the book has rows, and none that is booked on the days that a night looks back to, or not booked yet: each with the
-- newest day on which one is.
with told as (
  select account_key, status, booking_date
  from transaction_versions
  where known_to is null and change <> 'absent'
),
quiet as (
  select distinct l.consent_id, l.account_key
  from account_links l
  join asked_consents using (consent_id)
  anti join (
    select account_key from told where status <> 'BOOK' or booking_date >= (select max(looked_from) from asked_consents)
  ) busy using (account_key)
  -- What a bank lists whatever days it is asked for says nothing of new ones.
  anti join (
    select f.account_key
    from finding_sightings f
    join reads r using (read_id)
    where f.code = 'booked-outside-window' and r.started_at >= timezone('UTC', (select max(today) from asked_consents) - interval 7 days)
  ) unasked using (account_key)
)
select q.consent_id as "consentId", q.account_key as "accountKey", max(t.booking_date)::varchar as newest
from quiet q
join told t using (account_key)
group by all
order by all;
