-- What was wanted and is not covered: days between two covered spans, days before them that a bank did not give, and days that a run wanted
-- and could not have. A day that was lost and is given after all, in a new first session, is covered and no gap. Days after the newest that
-- is covered are tonight's business; only a clock that ran ahead can have called one of them lost. Days that were asked for and answered
-- with nothing are a gap too, unless balances around them agree; and so are days of which one side alone was read since, as under a consent
-- that permits no more.
create or replace view gaps as
with proven as materialized (from covered),
newest as (
  select account_key, max(to_date) as covered_to from proven group by account_key
),
holes as (
  select account_key, (to_date + 1)::date as hole_from,
    (lead(from_date) over (partition by account_key order by from_date) - 1)::date as hole_to
  from proven
),
-- Days after the last that was read whole of which one side was. The newest two of all are tonight's business.
one_sided as (
  select account_key, day
  from (
    select account_key, side, unnest(generate_series(greatest(from_date, covered_to + 1), to_date, interval 1 day))::date as day,
      max(to_date) over (partition by account_key) as newest_day
    from one_sided_coverage
    join newest using (account_key)
    where to_date > covered_to
  )
  group by account_key, day, newest_day
  having count(distinct side) = 1 and day <= newest_day - 2
),
wanted as (
  select account_key, unnest(generate_series(hole_from, hole_to, interval 1 day))::date as day, false as was_lost
  from holes
  where hole_to is not null
  union all
  select d.account_key, unnest(generate_series(d.from_date, least(d.to_date, n.covered_to), interval 1 day))::date, true
  from lost_days d
  left join newest n using (account_key)
  union all
  select account_key, day, false from one_sided
  union all
  select account_key, unnest(generate_series(from_date, to_date, interval 1 day))::date, false from ungiven_days
),
missing as (
  select w.account_key, w.day, bool_or(w.was_lost) as was_lost
  from wanted w
  where not exists (
    select 1 from proven p where p.account_key = w.account_key and w.day between p.from_date and p.to_date
  )
  group by w.account_key, w.day
),
-- Days that were answered, but with silence that proves nothing.
silent as (
  select m.account_key, m.day
  from missing m
  where exists (
    select 1 from unconfirmed_days u where u.account_key = m.account_key and m.day between u.from_date and u.to_date
  )
),
-- Those around which the balances of each currency agree.
confirmed as (
  select s.account_key, s.day
  from silent s
  join account_verdicts v using (account_key)
  left join bridges b on b.account_key = v.account_key and b.currency = v.currency and starts_with(b.verdict, 'proven')
    and s.day between timezone('UTC', b.opening_at)::date and timezone('UTC', b.closing_at)::date
  group by s.account_key, s.day
  having count(distinct v.currency) = count(distinct b.currency)
),
-- How many days back a bank says that it has anything. Some mean the first row of an answer, so only what lies before the days
-- asked for tells, and before those that every night looks back to, as nobody keeps so little; and what an answer says that left out
-- older rows which the book has.
kept as (
  select l.account_key, arg_max(date_diff('day', r.first_available, r.started_at), r.started_at)::integer as days
  from reads r
  join account_links l on l.consent_id = r.consent_id and (r.account_id is null or r.account_id = l.account_id)
  left join institutions i on i.institution = r.institution
  where r.resource = 'transactions' and r.first_available is not null
    and (
      (r.from_date is null or r.first_available < r.from_date)
        and coalesce(r.first_available < r.started_at - to_days(i.lookback_days + 2), true)
      or (r.read_id, l.account_key) in (select (read_id, account_key) from cut_lists)
    )
  group by l.account_key
),
-- What lists of three days left out a bank gives no more: two may be a fault that passes.
withheld as (
  select m.account_key, m.day
  from missing m
  join cut_lists c on c.account_key = m.account_key and c.first_listed > m.day and coalesce(c.asked_from <= m.day, true)
  group by m.account_key, m.day
  having count(distinct c.asked_on) >= 3
),
-- What the bank had no more when the newest days were read is lost, though no run came to ask for it.
told as (
  select m.account_key, m.day,
    m.was_lost or coalesce(m.day + k.days - 1 < n.covered_to, false)
      or (m.account_key, m.day) in (select (account_key, day) from withheld) as was_lost
  from missing m
  left join kept k using (account_key)
  left join newest n using (account_key)
),
islands as (
  select *, day - row_number() over (partition by account_key, was_lost, was_answered order by day)::integer as island
  from (
    select m.*, (m.account_key, m.day) in (select (account_key, day) from silent) as was_answered
    from told m
    where (m.account_key, m.day) not in (select (account_key, day) from confirmed)
  )
)
select g.account_key,
  min(g.day) as from_date, -- first day of the hole
  max(g.day) as to_date, -- last day of the hole
  (min(g.day) + least(any_value(i.history_days), any_value(k.days)) - 1)::date as last_chance, -- the last day on which the bank gives all of the first of them, by its rules and what it says; null where nothing bounds it but the consent
  g.was_lost as lost, -- whether these days were wanted and cannot be had any more
  g.was_answered as answered -- whether they were asked for and answered with nothing, which no balance confirms
from islands g
-- A snapshot of before is looked at by this view, too, and has no relation of owners.
left join account_versions a on a.account_key = g.account_key and a.known_to is null
left join institutions i using (institution)
left join kept k on k.account_key = g.account_key
group by g.account_key, g.was_lost, g.was_answered, g.island;

comment on view gaps is 'a hole in coverage and until when it can still be filled';
