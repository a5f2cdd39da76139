-- Days before the oldest that a bank has given, which windows of runs asked for and that no answer is about: what was read first is then
-- not the beginning of the account's history. It is where the bank calls a request for older days a bad one, or refuses the beginning of a
-- window, and is not known to refuse all days before those that it gave. The first day of a window only bounds it.
create or replace view ungiven_days as
with oldest as (
  select account_key, min(from_date) as day
  from (
    select account_key, from_date from coverage
    union all
    select account_key, from_date from unconfirmed_days
  )
  group by account_key
),
asked as (
  select l.account_key, timezone('UTC', r.started_at)::date as asked_on,
    -- Where a day has one read, what was given was given the day before.
    bool_or(r.outcome = 'complete') over (
      partition by l.account_key order by timezone('UTC', r.started_at)::date
      range between interval 1 day preceding and interval 1 day following
    ) as gave_others,
    coalesce(r.from_date + 1, '-infinity') as from_date, coalesce(r.to_date, 'infinity') as to_date, r.untold_from,
    -- One that is opened later has none of the days that were asked for of all accounts before.
    r.account_id is not null or l.first_seen_run <= r.run_id as was_there,
    r.error_tag is not distinct from 'WindowNarrowed' as narrowed,
    coalesce(r.outcome = 'complete', false) or coalesce(r.error_tag in ('RowsRepeated', 'BadRequest'), false) as answered
  from reads r
  join account_links l on l.consent_id = r.consent_id and (r.account_id is null or r.account_id = l.account_id)
  where r.resource = 'transactions'
),
windows as (
  select account_key, asked_on, gave_others, from_date, to_date, was_there, answered or narrowed as answered from asked
  union all
  -- What lies before days of which the bank has not told, or before the first that it gave, was refused.
  select account_key, asked_on, gave_others, '-infinity'::date, coalesce(untold_from, from_date) - 1, was_there, true
  from asked
  where narrowed or untold_from is not null
  union all
  -- Days that nobody asked for by themselves were not tried in vain.
  select account_key, asked_on, gave_others and not narrowed, untold_from, from_date - 1, was_there, false
  from asked
  where untold_from is not null
),
ungiven as (
  select account_key, asked_on, gave_others,
    unnest(generate_series(w.from_date, least(w.to_date, o.day - 1), interval 1 day))::date as day
  from windows w
  join oldest o using (account_key)
  where not w.answered and w.was_there and isfinite(w.from_date) and w.from_date < o.day
),
tried as (
  select account_key, day, count(distinct asked_on) filter (gave_others)::integer as tries
  from ungiven u
  where not exists (
    select 1 from windows g where g.account_key = u.account_key and g.answered and u.day between g.from_date and g.to_date
  )
  group by account_key, day
),
islands as (
  select *, day - row_number() over (partition by account_key, tries order by day)::integer as island
  from tried
)
select account_key as account_key,
  min(day) as from_date, -- first day
  max(day) as to_date, -- last day
  tries as tries -- on how many days each of them was asked for in vain, while others were given
from islands
group by account_key, tries, island;

comment on view ungiven_days is 'a span of booking days that were asked for and not given, older than all that were';
