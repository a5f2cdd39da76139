-- The balances by which an account is judged, in order of the time of which they speak, a chain for each type that counts.
-- A closing balance speaks of the end of its day, unless it was stated before that; an opening one of the end of the day
-- before; an interim one of its instant, or of some moment of its day where the bank keeps only the day. What was stated of the
-- midnight of a day that had only begun is of that day or of the end of the one before, whichever closes.
create or replace temp table counted_points as
-- Which balances the newest answer about an account left out, of those that were stated before.
with left_out as (
  select s.account_key, unnest(from_json(s.evidence -> '$.balances', '["VARCHAR"]')) as named
  from (
    select account_key, max(read_id) as read_id, arg_max(evidence, read_id) as evidence
    from finding_sightings
    where code = 'balance-not-listed' and account_key in (select account_key from judged)
    group by account_key
  ) s
  where not exists (
    select 1
    from reads r
    join account_links l on l.consent_id = r.consent_id and l.account_key = s.account_key
    where r.resource = 'balances' and r.outcome = 'complete' and r.load_seq is not null and r.read_id > s.read_id
      and (r.account_id is null or r.account_id = l.account_id)
  )
),
listed as (
  select b.account_key, b.currency, b.type, b.type_sent, b.sub_type, b.local_currency, b.as_of, b.amount, b.known_from, b.balance_key, b.list_run,
    b.load_seq, j.zone,
    -- In a currency in which no row is, it may be the same money at the rate of that moment.
    b.sub_type = 'LCUR' and not exists (
      select 1 from lives l where l.account_key = b.account_key and l.currency = b.currency
    ) as converted,
    -- An instant with the offset +00:00 is one with a Z.
    coalesce(booking_day(regexp_replace(b.as_of_sent, '[+-]00:?00$', 'Z'), j.zone), zoned(j.zone, b.as_of)::date) as stated_day,
    b.amount - coalesce(
      (select sum(l.amount) from credit_lines l where l.balance_key = b.balance_key and l.included), 0
    ) as own_funds
  from comparable_balances b
  join judged j using (account_key)
  -- One of days to come would be the newest for as long.
  where b.type in ('ITBD', 'CLBD', 'OPBD', 'ITAV', 'CLAV', 'XPCD') and b.as_of <= b.known_from + interval 2 days
),
-- What was stated last of one instant holds. Where one answer states two amounts of it, nobody knows which,
-- unless one is of a pocket in another currency.
stated as (
  select *
  from listed
  window newest as (
    partition by account_key, currency, type, as_of
    order by ends_with(type_sent, 'Cleared') nulls first, load_seq desc, sub_type, local_currency nulls first, amount, balance_key
  )
  qualify row_number() over newest = 1 and not coalesce(
    lead(own_funds) over newest <> own_funds and lead(load_seq) over newest = load_seq
      and lead(sub_type) over newest = sub_type and lead(type_sent) over newest is not distinct from type_sent
      and lead(local_currency) over newest is not distinct from local_currency, false
  )
),
-- The midnight of a day that had only begun when the bank stated it is that day, of which it has what was booked so far, or the end
-- of the day before.
labelled as (
  select * exclude (type_sent, sub_type, local_currency, load_seq, zone, stated_day),
    if(type = 'OPBD', stated_day - 1, stated_day) as day,
    type = 'OPBD' or type in ('CLBD', 'CLAV') and zoned(zone, known_from)::date > stated_day as at_end,
    as_of <> stated_day::timestamp at time zone 'UTC' and as_of <> zoned(zone, stated_day::timestamp) as timed,
    not at_end and not timed and zoned(zone, known_from)::date <= stated_day as begun,
    type in ('ITBD', 'CLBD', 'OPBD') as booked
  from stated
),
begun_chains as (select distinct account_key, currency, type from labelled where begun),
begun_accounts as (select distinct account_key, currency from begun_chains),
until_days as (
  select account_key, currency, booking_date,
    sum(sum(amount)) over (partition by account_key, currency order by booking_date) as moved
  from lives
  semi join begun_accounts using (account_key, currency)
  where life = 'booked' and left_run is null
  group by account_key, currency, booking_date
),
waiting as (
  select account_key, currency, run_id, sum(sum(amount)) over (partition by account_key, currency order by run_id) as pending
  from (
    select account_key, currency, listed_run as run_id, amount from lives where life = 'pending'
    union all
    select account_key, currency, left_run, -amount from lives where life = 'pending' and left_run is not null
  )
  semi join begun_accounts using (account_key, currency)
  group by account_key, currency, run_id
),
-- A level without what was booked on the day so far, and with it.
day_levels as (
  select b.account_key, b.currency, b.type, unnest([b.amount, b.own_funds]) - coalesce(m.moved, 0) as level,
    unnest(['amount', 'own']) as reading, coalesce(w.pending, 0) as pending,
    if(b.at_end, 0, coalesce((
      select sum(l.amount) from lives l
      where l.account_key = b.account_key and l.currency = b.currency and l.booking_date = b.day and l.listed_run <= b.list_run
        and l.life = 'booked' and l.left_run is null
    ), 0)) as so_far
  from labelled b
  semi join begun_chains using (account_key, currency, type)
  asof left join until_days m
    on m.account_key = b.account_key and m.currency = b.currency and m.booking_date <= if(b.at_end, b.day, b.day - 1)
  asof left join waiting w on w.account_key = b.account_key and w.currency = b.currency and w.run_id <= b.list_run
),
-- Where fewer levels that hold for longer come of it, a midnight is the end of the day before.
ended_days as (
  select distinct account_key, currency, type, true as ends
  from (
    select account_key, currency, type, reading, is_end, weight, level, count(*) as points
    from (
      select account_key, currency, type, reading, unnest([
          {'is_end': false, 'weight': 3, 'level': level - so_far},
          {'is_end': true, 'weight': 3, 'level': level},
          {'is_end': false, 'weight': 2, 'level': level - so_far - pending},
          {'is_end': true, 'weight': 2, 'level': level - pending}
        ], recursive := true)
      from day_levels
    )
    group by all
  )
  group by account_key, currency, type, reading, is_end, weight
  qualify arg_max(is_end, (steadiness(points) * weight, not is_end)) over (
    partition by account_key, currency, type
  )
),
placed as (
  select * exclude (begun, ends) replace (if(begun and ends, day - 1, day) as day, at_end or coalesce(begun and ends, false) as at_end)
  from labelled
  left join ended_days using (account_key, currency, type)
),
-- A type that the bank states no more, and others of the days since.
lasting as (
  select p.*, l.named is not null and max(as_of) over (partition by p.account_key, currency, type)
    < max(as_of) over (partition by p.account_key, currency) - interval 2 days as ended
  from placed p
  left join left_out l on l.account_key = p.account_key and l.named = concat_ws(' ', p.type, p.currency)
)
-- Available balances only where no booked one is sent, or none any more, and then one type of them.
select account_key, currency, type, booked, ended, converted, as_of, as_of as speaks_of, day, at_end, timed, amount, own_funds, balance_key,
  list_run, known_from
from lasting
qualify booked
  or not bool_or(booked and not ended) over (partition by account_key, currency)
    and dense_rank() over (
      partition by account_key, currency order by booked, ended, list_position(['ITAV', 'CLAV', 'XPCD'], type)
    ) = 1;

create or replace temp table chain_points as from chained('counted_points');
