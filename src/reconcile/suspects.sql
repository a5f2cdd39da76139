-- What may have made a difference. A row too many counts against it and so does its wrong sign, twice; a row too few may be one
-- that was listed once, or that stands in another currency or in quarantine.

create or replace temp table lives_beside_steps as
select s.account_key, s.currency, s.type, s.ord, s.shift, p.life_no, p.booking_date, p.place = s.ord as placed
from steps s
-- Also those whose money may have moved here though they are booked for another day: listed late, or dated ahead.
join placed_lives p on p.account_key = s.account_key and p.currency = s.currency and p.type = s.type
  and s.ord between least(p.posted_place, p.first_place) and greatest(p.last_place, p.listed_place + 1)
where s.parts and p.life = 'booked' and p.left_place is null;

insert into suspects by name
with parted as (
  select * from steps where parts
),
inside as (
  select *, count(*) over (partition by account_key, currency, type, ord, booking_date, amount) > 1 as again,
    count(*) filter (placed) over (partition by account_key, currency, type, ord) as rows
  from lives_beside_steps
  join rows_of('lives_beside_steps') using (life_no)
),
-- A balance stated after a row leads from one amount to another, in whatever order a day's rows are listed: where more rows begin
-- at an amount than end at it the chain begins anew, and where more end than begin it breaks off.
stated as (
  select s.account_key, s.currency, s.type, s.ord, s.shift, t.transaction_key, t.booking_date, t.running_balance::decimal(38,5) as ends_at,
    ends_at - t.amount as begins_at
  from parted s
  join transactions t on t.account_key = s.account_key and t.currency = s.currency
    -- Days without rows stand between.
    and t.booking_date between s.from_day - 31 and s.closing_day + 31
  where t.running_balance is not null and not t.running_balance_doubtful
),
ends as (
  select account_key, currency, type, ord, held, sum(begins) as begins
  from (
    select account_key, currency, type, ord, begins_at as held, 1 as begins from stated
    union all
    select account_key, currency, type, ord, ends_at, -1 from stated
  )
  group by all
),
broken_off as (
  select s.* from stated s
  join ends e on e.account_key = s.account_key and e.currency = s.currency and e.type = s.type and e.ord = s.ord
    and e.held = s.ends_at and e.begins < 0
),
begun_anew as (
  select s.* from stated s
  join ends e on e.account_key = s.account_key and e.currency = s.currency and e.type = s.type and e.ord = s.ord
    and e.held = s.begins_at and e.begins > 0
),
elsewhere as (
  select s.account_key, s.currency, s.type, s.ord, s.shift, v.transaction_key, v.booking_date, v.amount, v.currency as other,
    v.change, v.known_to
  from parted s
  join transaction_versions v on v.account_key = s.account_key and v.booking_date between s.from_day and s.closing_day
  where v.status = 'BOOK' and v.known_to is null and v.amount = s.shift
)
select b.account_key, b.currency, b.type, b.ord, 'running-balance' as kind, [o.transaction_key, b.transaction_key] as transaction_keys,
  b.booking_date, b.shift as amount
from begun_anew b
join broken_off o on o.account_key = b.account_key and o.currency = b.currency and o.type = b.type and o.ord = b.ord
  and b.begins_at - o.ends_at = b.shift and o.transaction_key <> b.transaction_key
  -- Two rows that lead from the same to the same are the same one way and the other.
  and (o.begins_at <> b.begins_at or o.transaction_key < b.transaction_key)
union all
select account_key, currency, type, ord, if(again, 'repeated', 'amount') as kind, [transaction_key] as transaction_keys,
  booking_date, amount
from inside where amount = -shift
union all
select account_key, currency, type, ord, 'sign', [transaction_key], booking_date, amount
from inside where 2 * amount = -shift
union all
select a.account_key, a.currency, a.type, a.ord, 'two-rows', [a.transaction_key, b.transaction_key],
  greatest(a.booking_date, b.booking_date), a.amount + b.amount
from inside a
join inside b on b.account_key = a.account_key and b.currency = a.currency and b.type = a.type and b.ord = a.ord
  and b.transaction_key > a.transaction_key and a.amount + b.amount = -a.shift
where a.placed and b.placed and a.rows <= 200
union all
select account_key, currency, type, ord, 'absent', [transaction_key], booking_date, amount
from elsewhere where other = currency and change = 'absent'
union all
select account_key, currency, type, ord, 'other-currency', [transaction_key], booking_date, amount
from elsewhere where other <> currency and change <> 'absent';
