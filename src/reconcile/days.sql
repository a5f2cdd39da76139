-- Writes what the accounts that are judged held at the end of each day. A level and the rows booked until a day give what was
-- held then: backwards from the oldest as far as the days before it are proven without a hole, and from there on wherever a list
-- tells on from one of the balances, or up to one. Between two that agree a list may be silent.
delete from position_spans where account_key in (select account_key from judged);

insert into position_spans by name
-- Days that are proven, and days that were answered at all, each without a hole.
with read_spans as (
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
  select p.account_key, p.currency, p.type, p.stretch, p.base, p.since_day, p.until_day, p.oldest_day, r.from_date as from_day, p.oldest_day - 1 as to_day
  from told_stretches p
  join read_spans r on r.account_key = p.account_key and r.kind = 'proven'
    and p.oldest_day between r.from_date and r.to_date
  where p.is_oldest
  union all
  -- The day that the oldest balance ends lies between that one and another only where it is the oldest of all.
  select distinct p.account_key, p.currency, p.type, p.stretch, p.base, p.since_day, p.until_day, p.oldest_day,
    greatest(r.from_date, p.oldest_day + if(p.is_oldest, 0, 1)), least(r.to_date, p.newest_day)
  from told_stretches p
  join read_spans r on r.account_key = p.account_key and r.kind = 'answered'
  join chain_points c on c.account_key = p.account_key and c.currency = p.currency and c.type = p.type
    and c.ord between p.first_ord and p.told_ord and c.whole_day between r.from_date - 1 and r.to_date
  where r.to_date >= p.oldest_day and r.from_date <= p.newest_day
),
whole_spans as (
  select a.* replace (
      greatest(a.from_day, a.since_day, u.last_day + 1, d.last_day + 1) as from_day, least(a.to_day, a.until_day, g.first_day - 1) as to_day
    )
  from all_spans a
  left join unread_before d using (account_key, currency, type, stretch)
  left join doubted g using (account_key, currency, type)
  left join unfollowed u using (account_key, currency, type)
),
-- What is left of a span of which some days are not told.
spans as (
  from whole_spans anti join unread_days using (account_key, currency, type, stretch)
  union all by name
  select account_key, currency, type, stretch, base, oldest_day, min(day) as from_day, max(day) as to_day
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
  group by account_key, currency, type, stretch, base, oldest_day, from_day, island
),
booked as (
  select account_key, currency, type, booking_date, sum(amount) as movements,
    sum(sum(amount)) over (partition by account_key, currency, type order by booking_date) as moved
  from placed_lives
  where life = 'booked' and left_place is null
  group by account_key, currency, type, booking_date
),
-- The days on which what was held or what proves it changes.
turns as (
  select account_key, currency, type, base, oldest_day, from_day, to_day, from_day as day from spans where from_day <= to_day
  union
  select account_key, currency, type, base, oldest_day, from_day, to_day,
    unnest(generate_series(date_trunc('month', from_day) + interval 1 month, to_day, interval 1 month))::date
  from spans
  union
  select s.account_key, s.currency, s.type, s.base, s.oldest_day, s.from_day, s.to_day, b.booking_date
  from spans s
  join booked b using (account_key, currency, type)
  where b.booking_date between s.from_day and s.to_day
)
select t.account_key, t.currency, t.day as from_day,
  coalesce(lead(t.day) over (partition by t.account_key, t.currency, t.from_day order by t.day) - 1, t.to_day)::date as to_day,
  t.base + coalesce(m.moved, 0) as amount,
  if(m.booking_date = t.day, m.movements, 0) as movements,
  if(t.day < t.oldest_day, 'backwards', 'between') as proof
from turns t
asof left join booked m
  on m.account_key = t.account_key and m.currency = t.currency and m.type = t.type and m.booking_date <= t.day
order by t.account_key, t.currency, t.day;
