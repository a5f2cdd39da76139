-- Days of the accounts of the consents: such as are proven, such as were answered with a silence that proves nothing, those of one
-- side alone, such as the bank no longer has, and such as are to be looked at again.
with proven as materialized (from covered),
ours as (
  select distinct l.consent_id, l.account_key, a.zone, a.today, (a.today - a.looked_from)::integer as lookback
  from account_links l
  join asked_consents a using (consent_id)
),
our_accounts as (
  select distinct account_key, zone, today, lookback from ours
),
-- Days of reads with a row that tells no day, in this month, and how often they were looked at since: by reads that go back as far, or
-- further than a night looks back, where the bank gives no more.
looked as (
  select d.account_key, d.from_date, d.to_date, o.today - timezone(o.zone, r.started_at)::date as age,
    count(distinct l.read_id) as looks, max(l.run_id) as run_id
  from doubtful_days d
  join reads r using (read_id)
  join our_accounts o on o.account_key = d.account_key
  left join institutions i on i.institution = r.institution
  left join answered_days c on c.account_key = d.account_key
    and c.from_date <= greatest(d.from_date, timezone(o.zone, r.started_at)::date - coalesce(i.lookback_days, 10) - 2)
  left join reads l on l.read_id = c.read_id and l.load_seq > d.load_seq
  where d.reason = 'row-without-day'
  group by all
),
-- They are due at once, and then once a week, as long as looks find such a row: a bank may send one every night.
without_day as (
  select account_key, from_date, to_date
  from looked
  where age <= 30 and age >= 7 * looks and exists (
    select 1 from quarantine q
    where q.resource = 'transactions' and q.resolved_run is null and q.booking_date is null
      and coalesce(q.account_key, looked.account_key) = looked.account_key
      and q.last_seen_run >= coalesce(looked.run_id, q.last_seen_run)
  )
),
-- Reads of this week, further back than a night looks, that found no row of an account, as far as no other has looked: a bank may have
-- a bad night. Of accounts that are asked for by themselves beside a list of all, that list would have to look as far.
empty_history as (
  select e.account_key, e.to_date, greatest(e.from_date, (
      select max(a.to_date) + 1 from answered_days a
      where a.account_key = e.account_key and a.read_id <> e.read_id and a.to_date < e.far_back
    )) as from_date
  from (
    select c.account_key, c.from_date, c.to_date, c.read_id, c.to_date - coalesce(i.lookback_days, 10) - 3 as far_back
    from coverage c
    join reads r using (read_id)
    join our_accounts o on o.account_key = c.account_key
    left join institutions i on i.institution = r.institution
    where r.resource = 'transactions' and r.account_id is not null and r.rows_read = 0
      and timezone(o.zone, r.started_at)::date >= o.today - 7 and not exists (
        select 1 from reads b
        where b.run_id = r.run_id and b.consent_id = r.consent_id and b.resource = 'transactions' and b.account_id is null
          and b.outcome = 'complete'
      )
  ) e
  where e.from_date <= e.far_back and not exists (
    select 1 from answered_days a
    where a.account_key = e.account_key and a.read_id <> e.read_id and e.far_back between a.from_date and a.to_date
  )
),
-- Days between two stretches that a list was seen to leave out: by the rows of three days before them it is told whether another list
-- is cut there too. The days around what is asked for tell nothing, so it begins two days earlier.
cut_out as (
  select h.account_key, h.hole_from, h.hole_to
  from (
    select account_key, to_date + 1 as hole_from,
      lead(from_date) over (partition by account_key order by from_date) - 1 as hole_to
    from proven
  ) h
  join cut_lists l on l.account_key = h.account_key and l.first_listed between h.hole_from and h.hole_to + 1
  group by all
),
-- Consents that permit one direction alone: what their reads raise, such reads can look at.
sides as (
  select distinct r.consent_id, c.side
  from one_sided_coverage c
  join reads r using (read_id)
),
-- Days on which a row may have been moved, with the parts of them at which reads have looked since, and behind these the day after
-- the last one. Of rows that stand on two pages one tells nothing for which the pages begin as they did, as nothing has come since:
-- then the next ones look, for a week.
doubts as (
  select d.*, row_number() over () as doubt
  from doubtful_days d
  where d.reason is distinct from 'row-without-day' and d.account_key in (select account_key from ours)
),
looks as (
  select d.doubt, d.account_key, d.from_date as first_day, d.to_date as last_day, c.from_date, c.to_date, f.started_at
  from doubts d
  join answered_days c on c.account_key = d.account_key and c.from_date <= d.to_date and c.to_date >= d.from_date
  join reads r on r.read_id = c.read_id
  left join reads f on f.read_id = d.read_id
  left join sides s on s.consent_id = f.consent_id
  where r.load_seq > d.load_seq and (c.side is null or c.side = s.side)
    and (d.reason is distinct from 'equal-rows' or r.rows_new > 0 or r.to_date is not null
      or r.started_at > f.started_at + interval 7 days)
  union all
  select doubt, account_key, from_date, to_date, to_date + 1, to_date + 1, null
  from doubts
),
-- What is left of them. Where the last day was looked at, the bank gives no more after a month.
unseen as (
  select account_key, from_date, to_date
  from (
    select account_key, doubt, coalesce(max(to_date) over before + 1, first_day) as from_date, from_date - 1 as to_date,
      max(started_at) filter (where to_date >= last_day) over (partition by doubt) as begun
    from looks
    window before as (partition by doubt order by from_date, to_date rows between unbounded preceding and 1 preceding)
  )
  where from_date <= to_date and not coalesce(begun < timezone('UTC', (select max(today) from ours) - interval 30 days), false)
),
-- Late rows come for some days. Days of this month that no read was answered about since these were over, as the quota did not suffice
-- for them or the bank did not answer, are looked at once more; those to which the next night looks back are its own business. An answer
-- that lists nothing of them is one: there is no more to be had.
settled as (
  select l.account_key, o.today - 31 as since, coalesce(r.from_date + 1, '-infinity') as from_date,
    least(coalesce(r.to_date - 1, 'infinity'), timezone(o.zone, r.started_at)::date - o.lookback) as to_date
  from reads r
  join account_links l on l.consent_id = r.consent_id and (r.account_id is null or r.account_id = l.account_id)
  join our_accounts o on o.account_key = l.account_key
  where r.resource = 'transactions' and r.load_seq is not null and r.started_at >= timezone('UTC', (o.today - 31)::timestamp)
    and (r.outcome = 'complete' or coalesce(r.error_tag in ('RowsRepeated', 'WindowNarrowed'), false))
    and coalesce(r.from_date + 1, '-infinity') <= timezone(o.zone, r.started_at)::date - o.lookback
  union all
  select account_key, any_value(o.today) - 31, least(max(p.to_date), any_value(o.today)) - any_value(o.lookback), max(p.to_date)
  from proven p
  join our_accounts o using (account_key)
  group by account_key
),
not_settled as (
  select s.account_key, greatest(s.from_date, p.from_date) as from_date, least(s.to_date, p.to_date) as to_date
  from (
    select account_key, greatest(coalesce(max(to_date) over before + 1, since), since) as from_date, from_date - 1 as to_date
    from settled
    window before as (partition by account_key order by from_date, to_date rows between unbounded preceding and 1 preceding)
  ) s
  join proven p on p.account_key = s.account_key and p.from_date <= s.to_date and p.to_date >= s.from_date
  where s.from_date <= s.to_date
),
days as (
  select 'covered' as kind, account_key, null as side, from_date, to_date from proven
  union all
  select 'silent', account_key, null, from_date, to_date
  from unconfirmed_days u
  where not exists (
    select 1 from proven p where p.account_key = u.account_key and p.from_date <= u.from_date and p.to_date >= u.to_date
  )
  union all
  select 'one-sided', account_key, side, from_date, to_date from one_sided_coverage
  union all
  -- Of what a clock that ran ahead called lost, as later runs began before, the newest day that was answered and what comes after it
  -- has nobody lost yet.
  select 'lost', account_key, null, from_date, to_date
  from (
    select d.* replace (least(d.to_date, if(d.learned_at > l.began, n.newest - 1, null)) as to_date)
    from lost_days d
    left join (select account_key, max(to_date) as newest from answered_days group by account_key) n using (account_key)
    left join lateral (select min(r.started_at) as began from runs r where r.run_id > d.run_id) l on true
  )
  where from_date <= to_date
  union all
  select 'doubtful', account_key, null, from_date, to_date from unseen
  union
  -- Those of rows that could not be understood, for a month: the bank may mend them.
  select 'doubtful', q.account_key, null, q.booking_date, q.booking_date
  from quarantine q
  join reads r using (read_id)
  join our_accounts o on o.account_key = q.account_key
  where q.resource = 'transactions' and q.resolved_run is null and q.booking_date is not null
    and q.code not in ('unlisted-account', 'undecided-account')
    and timezone(o.zone, r.started_at)::date >= o.today - 30
  union
  select 'doubtful', account_key, null, from_date, to_date from without_day
  union
  select 'doubtful', account_key, null, from_date, to_date from empty_history
  union
  select 'doubtful', account_key, null, from_date, to_date from not_settled
  union
  select 'doubtful', account_key, null, min(booking_date) - 2, hole_to
  from (
    select c.account_key, c.hole_to, v.booking_date
    from cut_out c
    join transaction_versions v on v.account_key = c.account_key and v.booking_date < c.hole_from
    where v.known_to is null and v.status = 'BOOK' and v.change <> 'absent'
    qualify dense_rank() over (partition by c.account_key, c.hole_to order by v.booking_date desc) <= 3
  )
  group by account_key, hole_to
)
select consent_id as "consentId", kind, account_key as "accountKey", side, from_date::varchar as "from", to_date::varchar as "to"
from days
join ours using (account_key)
order by all;
