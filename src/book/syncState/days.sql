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
  -- Days under a broken bridge and long before it, as far as no read that began after it was broken has gone back: a row that the
  -- bank booked late for one of them would make the difference.
  select 'doubtful', account_key, null, first_day, (last_day - 1)::date
  from (
    select b.account_key, (b.evidence ->> '$.read_again_from')::date as first_day,
      least(
        (b.evidence ->> '$.days[-1]')::date,
        min(coalesce(r.from_date + 1, date '0001-01-01')) filter (where r.read_id is not null)
      ) as last_day
    from bridges b
    join accounts a on a.account_key = b.account_key
    join institutions i on i.institution = a.institution
    join account_links l on l.account_key = b.account_key
    left join reads r on r.consent_id = l.consent_id and (r.account_id is null or r.account_id = l.account_id)
      and r.resource = 'transactions' and r.outcome = 'complete' and r.load_seq is not null
      and timezone(i.timezone, r.started_at)::date > (b.evidence ->> '$.days[-1]')::date + i.lookback_days
    where b.verdict = 'broken' and (b.evidence ->> '$.read_again_from') is not null
      and b.account_key in (select account_key from ours)
    group by b.account_key, b.evidence
  )
  where first_day < last_day
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
