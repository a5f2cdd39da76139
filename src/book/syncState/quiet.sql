-- Accounts of which the book has had no booked row for some nights on the days that a night looks back to: each with the newest day of one,
-- and whether the silence has ended in the last nights: a bank may list the rest of what it has booked a night after the first. What it means
-- to book is listed night after night and says nothing of a silence; what it is about to book may end one.
with told as (
  select account_key, status, booking_date, known_from
  from transaction_versions
  where known_to is null and change <> 'absent'
),
asked as (
  select distinct l.consent_id, l.account_key, a.looked_from, a.today, timezone('UTC', a.today - interval 2 days) as lately,
    timezone('UTC', a.today - interval 7 days) as this_week
  from account_links l
  join asked_consents a using (consent_id)
),
quiet as (
  select *
  from asked
  anti join (
    select consent_id, account_key
    from asked
    join told using (account_key)
    where case status
      when 'FUTR' then true
      when 'PDNG' then known_from < this_week
      else booking_date >= looked_from and coalesce(known_from < lately, true)
    end
  ) busy using (consent_id, account_key)
  -- What a bank lists whatever days it is asked for says nothing of new ones.
  anti join (
    select asked.consent_id, account_key
    from asked
    join finding_sightings f using (account_key)
    join reads r using (read_id)
    where f.code = 'booked-outside-window' and r.started_at >= this_week
  ) unasked using (consent_id, account_key)
),
last as (
  select q.consent_id, q.account_key, q.today - q.looked_from as lookback, q.looked_from,
    max(t.booking_date) filter (t.booking_date < q.looked_from) as newest, bool_or(t.booking_date >= q.looked_from) as ended,
    bool_or(coalesce(t.known_from < lately, true)) as was_known
  from quiet q
  join told t using (account_key)
  where t.status = 'BOOK'
  group by all
)
select consent_id as "consentId", account_key as "accountKey", newest::varchar as newest, ended,
  (newest - lookback::integer)::varchar as "from", looked_from::varchar as "to"
from last
-- One that was read for the first time was silent to nobody.
where newest is not null and (was_known or not ended)
order by all;
