-- Days of the accounts of the consents: such as are proven, such as were answered with a silence that proves nothing, those of one
-- side alone, such as the bank no longer has, and such as are to be looked at again.
with ours as (
  select distinct l.consent_id, l.account_key, a.zone, a.today
  from account_links l
  join asked_consents a using (consent_id)
),
days as (
  select 'covered' as kind, account_key, null as side, from_date, to_date from covered
  union all
  select 'silent', account_key, null, from_date, to_date
  from unconfirmed_days u
  where not exists (
    select 1 from covered c where c.account_key = u.account_key and c.from_date <= u.from_date and c.to_date >= u.to_date
  )
  union all
  select 'one-sided', account_key, side, from_date, to_date from one_sided_coverage
  union all
  select 'lost', account_key, null, from_date, to_date from lost_days
  union all
  -- Days on which a row may have been moved, until a read has looked.
  select 'doubtful', account_key, null, from_date, to_date
  from doubtful_days d
  where not exists (
    select 1 from (from coverage union all from unconfirmed_days) c
    join reads r using (read_id)
    where c.account_key = d.account_key and r.load_seq > d.load_seq and d.to_date between c.from_date and c.to_date
  )
  union
  -- Those of rows that could not be understood, for a month: the bank may mend them.
  select 'doubtful', q.account_key, null, q.booking_date, q.booking_date
  from quarantine q
  join reads r using (read_id)
  join (select distinct account_key, zone, today from ours) o on o.account_key = q.account_key
  where q.resource = 'transactions' and q.resolved_run is null and q.booking_date is not null
    and q.code not in ('unlisted-account', 'undecided-account')
    and timezone(o.zone, r.started_at)::date >= o.today - 30
)
select consent_id as "consentId", kind, account_key as "accountKey", side, from_date::varchar as "from", to_date::varchar as "to"
from days
join ours using (account_key)
order by all;
