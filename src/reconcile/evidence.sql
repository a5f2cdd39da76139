-- What speaks for a difference: its days, and what may have made it. A row too many counts against the difference and so does
-- its wrong sign, twice; a row too few may be one that was listed once, or that stands in another currency or in quarantine.

create or replace temp table lives_beside_steps as
select s.account_key, s.currency, s.type, s.ord, s.shift, p.life_no, p.booking_date, p.place = s.ord as placed
from steps s
-- Also those whose money may have moved here though they are booked for another day: listed late, or dated ahead.
join placed_lives p on p.account_key = s.account_key and p.currency = s.currency and p.type = s.type
  and s.ord between least(p.posted_place, p.first_place) and greatest(p.last_place, p.listed_place + 1)
where s.parts and p.life = 'booked' and p.left_place is null;

create or replace temp table suspects as
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
  select s.account_key, s.currency, s.type, s.ord, s.shift, t.transaction_key, t.booking_date, t.running_balance as ends_at,
    t.running_balance - t.amount as begins_at
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

insert into step_evidence by name
with named as (
  select account_key, currency, type, ord,
    list({'kind': kind, 'transaction_keys': transaction_keys, 'booking_date': booking_date, 'amount': amount::varchar}
      order by list_position(['running-balance', 'repeated', 'amount', 'sign', 'absent', 'other-currency', 'two-rows'], kind), booking_date,
        transaction_keys)[1:10] as candidates
  from suspects
  group by all
),
set_aside as (
  select s.account_key, s.currency, s.type, s.ord,
    list(distinct {'code': q.code, 'raw_page_id': q.raw_page_id, 'row_index': q.row_index}
      order by {'code': q.code, 'raw_page_id': q.raw_page_id, 'row_index': q.row_index})[1:10] as quarantined
  from steps s
  join quarantine q on q.account_key = s.account_key and q.resource = 'transactions' and q.resolved_run is null
    and coalesce(q.booking_date between s.from_day and s.closing_day, q.from_date <= s.closing_day and q.to_date >= s.from_day)
  where s.parts
  group by all
),
-- What was read of it is as of then.
last_reads as (
  select s.account_key, s.currency, s.type, s.ord, max(c.started_at) as read_at
  from steps s
  join judged_coverage c on c.account_key = s.account_key and s.from_day between c.from_date and c.to_date
  where s.verdict = 'broken' and not s.misstated
  group by all
)
select s.account_key, s.currency, s.type, s.ord,
  json_merge_patch(
    json_object('days', generate_series(s.from_day, s.closing_day, interval 1 day)::date[]::varchar[]),
    if(s.transaction_keys is null, '{}', json_object('transaction_keys', s.transaction_keys)),
    -- A row that the bank lists late for a day that no night looks at any more moves a balance long after its day.
    if(l.read_at is null, '{}', json_object(
      'last_read_at', strftime(l.read_at at time zone 'UTC', '%Y-%m-%dT%H:%M:%SZ'), 'read_again_from', s.from_day - 90,
      'read_again', concat('daybook run backfill --again --account ', s.account_key, ' --from ', s.from_day - 90)
    )),
    if(n.candidates is null, '{}', json_object('candidates', n.candidates)),
    if(a.quarantined is null, '{}', json_object('quarantined', a.quarantined)),
    if(s.unread_days is null, '{}', json_object('days_not_covered', s.unread_days::varchar[]))
  ) as evidence
from steps s
left join named n using (account_key, currency, type, ord)
left join set_aside a using (account_key, currency, type, ord)
left join last_reads l using (account_key, currency, type, ord);

-- The whole is narrowed to the balances between which it parts.
insert into whole_evidence by name
select s.account_key, s.currency, s.type,
  json_object('bridges', list({'opening_at': o.as_of, 'closing_at': p.as_of, 'difference': s.shift::varchar}
    order by s.ord)) as evidence
from steps s
join chain_points p using (account_key, currency, type, ord)
join chain_points o on o.account_key = s.account_key and o.currency = s.currency and o.type = s.type and o.ord = s.ord - 1
where s.lasting or not s.parts
group by s.account_key, s.currency, s.type;
