-- Writes what the accounts that are judged held at the end of each day. A level and the rows booked until a day give what was
-- held then: backwards from the oldest as far as the days before it are proven without a hole, and from there on wherever a list
-- tells on from one of the balances, or up to one. Between two that agree a list may be silent.
delete from position_spans where account_key in (select account_key from judged);

insert into position_spans by name
-- Rows that would have to make up for a difference are believed to only where no other can be missing: past days that were not read
-- a balance is of a stretch where it is at its level itself, or is led there from one that is.
with parts as (
  select f.*, count(*) filter (where not s.is_read) over (
      partition by f.account_key, f.currency, f.type, f.stretch order by f.run_no rows between unbounded preceding and 1 preceding
    ) as part,
    max(f.stretch) over (partition by f.account_key, f.currency, f.type) as oldest_stretch
  from followed_runs f
  left join steps s on s.account_key = f.account_key and s.currency = f.currency and s.type = f.type and s.ord = f.first_ord
),
believed as (
  select account_key, currency, type, run_no, stretch, oldest_stretch, level, held_level, set_aside
  from parts
  where not doubtful
  qualify max(part) over (partition by account_key, currency, type, stretch) = 0
    or bool_or(level = held_level) over (partition by account_key, currency, type, stretch, part)
),
-- Beside a break a balance that is at no level itself may be of one side or of the other. What the newest are off by, rows may make up
-- for, or one that is not listed yet: days are told up to the last that is at the level.
sided as (
  select *, coalesce(run_no < at_level, false) as is_off
  from (
    select *, min(run_no) filter (where level = held_level) over stretches as at_level,
      max(run_no) filter (where level = held_level) over stretches as at_level_since
    from believed
    window stretches as (partition by account_key, currency, type, stretch)
  )
  where (stretch = 0 or run_no >= at_level) and (stretch = oldest_stretch or run_no <= at_level_since)
),
stretches as (
  select c.account_key, c.currency, c.type, coalesce(f.stretch, 0) as stretch,
    coalesce(any_value(f.held_level), any_value(c.level)) as level, min(c.ord) as first_ord,
    coalesce(max(c.ord) filter (where f.is_off is distinct from true), min(c.ord)) as told_ord, max(c.ord) as last_ord
  from chain_levels c
  left join level_runs r on r.account_key = c.account_key and r.currency = c.currency and r.type = c.type
    and r.run_no = c.run_no
  left join sided f on f.account_key = r.account_key and f.currency = r.currency and f.type = r.type
    and f.run_no = r.run_no
  left join oldest_off w on w.account_key = c.account_key and w.currency = c.currency and w.type = c.type
  where (r.run_no is null or not f.set_aside) and c.ord >= coalesce(w.ord, 0)
  group by c.account_key, c.currency, c.type, coalesce(f.stretch, 0)
  having count(*) > 1
),
-- A row of before all balances of a stretch that is listed only after them, for a day that was read before, may be in them or not; and
-- so what is listed no more since. Of one of between them their levels tell.
unsettled as (
  select s.account_key, s.currency, s.type, s.stretch
  from stretches s
  join chain_points n on n.account_key = s.account_key and n.currency = s.currency and n.type = s.type and n.ord = s.last_ord
  join placed_lives p on p.account_key = s.account_key and p.currency = s.currency and p.type = s.type and p.place <= s.first_ord
  where p.life = 'booked' and (p.left_place is null and p.listed_place > s.last_ord and exists (
      select 1 from judged_coverage c
      where c.account_key = p.account_key and c.run_id <= n.run_id and p.booking_date between c.from_date and c.to_date
    ) or p.left_place > s.last_ord and p.listed_place <= s.last_ord)
  group by all
  having sum(if(p.left_place is null, p.amount, -p.amount)) <> 0
),
-- One chain of each account and currency: where several tell, that of an instant.
proven as (
  select s.*, o.whole_day as oldest_day, n.whole_day as newest_day, s.first_ord = 0 as is_oldest
  from stretches s
  anti join unsettled using (account_key, currency, type, stretch)
  join chain_points o on o.account_key = s.account_key and o.currency = s.currency and o.type = s.type and o.ord = s.first_ord
  join chain_points n on n.account_key = s.account_key and n.currency = s.currency and n.type = s.type and n.ord = s.told_ord
  where o.booked
  qualify dense_rank() over (
    partition by s.account_key, s.currency order by list_position(['ITBD', 'CLBD', 'OPBD'], s.type)
  ) = 1
),
-- Days that are proven, and days that were answered at all, each without a hole.
read_spans as (
  select account_key, kind, min(from_date) as from_date, max(to_date) as to_date
  from (
    select *, count(*) filter (where before_to is null or from_date > before_to + 1) over (
      partition by account_key, kind order by from_date, to_date rows unbounded preceding
    ) as island
    from (
      select account_key, kind, from_date, to_date, max(to_date) over (
        partition by account_key, kind order by from_date, to_date rows between unbounded preceding and 1 preceding
      ) as before_to
      from (
        select account_key, 'answered' as kind, from_date, to_date from judged_answers
        union all
        select account_key, 'proven', from_date, to_date from judged_answers where proven
      )
    )
  )
  group by account_key, kind, island
),
-- What a row moved that is not understood is not known. The oldest balance at the level of a stretch has it where it is booked before
-- that, or where the first list since names it for the day of that balance: nothing is told up to its day.
unread_rows as (
  select distinct account_key, row_digest, booking_date, first_seen_run
  from quarantine
  where resource = 'transactions' and resolved_run is null
),
at_level as (
  select p.account_key, p.currency, p.type, p.stretch, c.ord, n.day, n.whole_day, n.run_id, (
      select min(r.run_id) from judged_coverage r where r.account_key = p.account_key and r.run_id >= n.run_id
    ) as listed_run, lag(n.whole_day) over stretch as whole_day_before, lag(n.run_id) over stretch as run_before
  from proven p
  semi join unread_rows using (account_key)
  join chain_levels c on c.account_key = p.account_key and c.currency = p.currency and c.type = p.type
    and c.ord between p.first_ord and p.told_ord and c.level = p.level
  join chain_points n on n.account_key = c.account_key and n.currency = c.currency and n.type = c.type and n.ord = c.ord
  window stretch as (partition by p.account_key, p.currency, p.type, p.stretch order by c.ord)
),
doubts as (
  select l.account_key, l.currency, l.type, l.stretch, max(coalesce(q.booking_date, l.day)) as last_day
  from at_level l
  join unread_rows q using (account_key)
  where l.run_before is null and (q.booking_date is null or q.booking_date <= l.whole_day
    or q.booking_date <= l.day and coalesce(q.first_seen_run <= l.listed_run, true))
  group by all
),
-- Of two balances that agree one such row between them moved nothing, but several may make up for each other.
unread_days as (
  select account_key, currency, type, stretch, min(from_day) as from_day, max(to_day) as to_day
  from (
    select l.account_key, l.currency, l.type, l.stretch, l.ord, coalesce(q.booking_date, l.whole_day_before + 1) as from_day,
      coalesce(q.booking_date, l.day) as to_day
    from at_level l
    join unread_rows q on q.account_key = l.account_key and if(
      q.booking_date is null, q.first_seen_run between l.run_before and l.run_id,
      q.booking_date > l.whole_day_before and (q.booking_date <= l.whole_day
        or q.booking_date <= l.day and coalesce(q.first_seen_run <= l.listed_run, true))
    )
  )
  group by account_key, currency, type, stretch, ord
  having count(*) > 1 and min(from_day) < max(to_day)
),
-- Of a row that is listed no more, or otherwise, and that the newest balances have as it was, nobody knows yet whether it is booked:
-- what was held since its day is told once they say; and where no balance at all is at the level without such rows, nothing between them.
doubted as (
  select account_key, currency, type, min(first_day) as first_day
  from (
    -- What is before the oldest balance is in all that is told of days before it.
    select s.account_key, s.currency, s.type, if(v.booking_date <= c.whole_day, date '0001-01-01', v.booking_date) as first_day
    from stretches_off n
    join steps s on s.account_key = n.account_key and s.currency = n.currency and s.type = n.type and s.ord >= n.ord
    join transaction_versions v on v.account_key = s.account_key and list_contains(s.transaction_keys, v.transaction_key)
    join chain_points c on c.account_key = s.account_key and c.currency = s.currency and c.type = s.type and c.ord = 0
    where s.reason = 'restated'
    union all
    select n.account_key, n.currency, n.type, c.whole_day
    from newest_off n
    join chain_points c on c.account_key = n.account_key and c.currency = n.currency and c.type = n.type and c.ord = 0
    where not n.any_at_level
    union all
    -- Where it stands on another day by now it may be that older balances had it where it stood: then all days are told otherwise.
    select n.account_key, n.currency, n.type, date '0001-01-01'
    from newest_off n
    join placed_lives o on o.account_key = n.account_key and o.currency = n.currency and o.type = n.type
      and o.life = 'booked' and o.left_place >= n.ord
    join placed_lives s on s.account_key = n.account_key and s.currency = n.currency and s.type = n.type
      and s.life = 'booked' and s.left_place is null and s.listed_place >= o.left_place and s.amount = o.amount
  )
  group by all
),
all_spans as (
  select p.account_key, p.currency, p.type, p.stretch, p.level, p.oldest_day, r.from_date as from_day, p.oldest_day - 1 as to_day
  from proven p
  join read_spans r on r.account_key = p.account_key and r.kind = 'proven'
    and p.oldest_day between r.from_date and r.to_date
  where p.is_oldest
  union all
  -- The day that the oldest balance ends lies between that one and another only where it is the oldest of all.
  select distinct p.account_key, p.currency, p.type, p.stretch, p.level, p.oldest_day,
    greatest(r.from_date, p.oldest_day + if(p.is_oldest, 0, 1)), least(r.to_date, p.newest_day)
  from proven p
  join read_spans r on r.account_key = p.account_key and r.kind = 'answered'
  join chain_points c on c.account_key = p.account_key and c.currency = p.currency and c.type = p.type
    and c.ord between p.first_ord and p.told_ord and c.whole_day between r.from_date - 1 and r.to_date
  where r.to_date >= p.oldest_day and r.from_date <= p.newest_day
),
whole_spans as (
  select a.* replace (
      greatest(a.from_day, u.last_day + 1, d.last_day + 1) as from_day, least(a.to_day, g.first_day - 1) as to_day
    )
  from all_spans a
  left join doubts d using (account_key, currency, type, stretch)
  left join doubted g using (account_key, currency, type)
  left join unfollowed u using (account_key, currency, type)
),
-- What is left of a span of which some days are not told.
spans as (
  from whole_spans anti join unread_days using (account_key, currency, type, stretch)
  union all by name
  select account_key, currency, type, stretch, level, oldest_day, min(day) as from_day, max(day) as to_day
  from (
    select *, day - row_number() over (partition by account_key, currency, type, stretch, from_day order by day)::integer as island
    from (
      select *, unnest(generate_series(from_day, to_day, interval 1 day))::date as day
      from whole_spans
      semi join unread_days using (account_key, currency, type, stretch)
    ) d
    where not exists (
      select 1 from unread_days u
      where u.account_key = d.account_key and u.currency = d.currency and u.type = d.type and u.stretch = d.stretch
        and d.day between u.from_day and u.to_day
    )
  )
  group by account_key, currency, type, stretch, level, oldest_day, from_day, island
),
booked as (
  select account_key, currency, type, booking_date, sum(amount) as movements,
    coalesce(sum(amount) filter (where place = 0), 0) as within_oldest
  from placed_lives
  where life = 'booked' and left_place is null
  group by all
),
summed as (
  select *,
    sum(movements) over (partition by account_key, currency, type order by booking_date)
      - sum(within_oldest) over (partition by account_key, currency, type) as moved,
    sum(within_oldest) over (partition by account_key, currency, type) as all_within_oldest
  from booked
),
-- The days on which what was held or what proves it changes.
turns as (
  select account_key, currency, type, level, oldest_day, from_day, to_day, from_day as day from spans where from_day <= to_day
  union
  select account_key, currency, type, level, oldest_day, from_day, to_day,
    unnest(generate_series(date_trunc('month', from_day) + interval 1 month, to_day, interval 1 month))::date
  from spans
  union
  select s.account_key, s.currency, s.type, s.level, s.oldest_day, s.from_day, s.to_day, b.booking_date
  from spans s
  join booked b using (account_key, currency, type)
  where b.booking_date between s.from_day and s.to_day
)
select t.account_key, t.currency, t.day as from_day,
  coalesce(lead(t.day) over (partition by t.account_key, t.currency, t.from_day order by t.day) - 1, t.to_day)::date as to_day,
  t.level + coalesce(m.moved, -w.all_within_oldest, 0) as amount,
  if(m.booking_date = t.day, m.movements, 0) as movements,
  if(t.day < t.oldest_day, 'backwards', 'between') as proof
from turns t
asof left join summed m
  on m.account_key = t.account_key and m.currency = t.currency and m.type = t.type and m.booking_date <= t.day
left join (select account_key, currency, type, any_value(all_within_oldest) as all_within_oldest from summed group by all) w
  on w.account_key = t.account_key and w.currency = t.currency and w.type = t.type
order by t.account_key, t.currency, t.day;
