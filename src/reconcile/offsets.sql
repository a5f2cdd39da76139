-- By how much a balance may be off through one row, and from which balance of the chain to which (that one not any more);
-- whether it has an amount that it should not have yet or any more, or lacks one; whether that counts only by itself; and from
-- which balance to which it is so where a bank posts a row when it lists it.

-- The balances of which that is asked, numbered along each chain: the ends of runs at a level, and those around questions.
create or replace temp table asked_points as
select *, row_number() over (partition by account_key, currency, type order by ord) as nth
from (
  select account_key, currency, type, unnest([min(ord), max(ord)]) as ord
  from chain_levels
  group by account_key, currency, type, run_no
  qualify count(*) over (partition by account_key, currency, type) > 1
  union
  select c.account_key, c.currency, c.type, c.ord
  from questions q
  join chain_levels c on c.account_key = q.account_key and c.currency = q.currency and c.type = q.type
    and c.ord between q.first_ord - 3 and q.last_ord + 3
);

create or replace temp table doubted_lives as
with moving as (
  select p.*, c.with_pending, coalesce(o.at_end, false) and p.place > 0 and p.listed_place = p.place as beside_list,
    -- What is listed no more may come back as long as a late row may come.
    zoned(j.zone, p.gone_at)::date + j.lookback_days > j.listed_on as may_return
  from placed_lives p
  join judged j using (account_key)
  join (select distinct account_key, currency, type, with_pending from chain_levels) c using (account_key, currency, type)
  left join chain_points o on o.account_key = p.account_key and o.currency = p.currency and o.type = p.type and o.ord = p.place
)
select *
from (
  select *, if(restating, 'restated', 'late') as reason, false as adds, false as alone, place as from_ord,
    place as likely_from, listed_place as likely_to,
    -- It may have come, or have come to say what it says, between the moment of which the balance speaks and the list.
    if(restating or beside_list or place < listed_place, listed_place + 1, place) as to_ord
  from moving where life = 'booked' and left_place is null
  union all
  select *, 'dated-ahead', true, false, posted_place, listed_place, place, place
  from moving where life = 'booked' and left_place is null
  union all
  -- A balance may know what is dated ahead some days before any list shows it.
  select *, 'dated-ahead', true, true, ahead_place, null, null, least(posted_place, place)
  from moving where life = 'booked' and left_place is null
  union all
  select *, 'same-day', true, false, first_place, null, null, place
  from moving where life = 'booked' and left_place is null
  union all
  select *, 'same-day', false, false, place, null, null, last_place
  from moving where life = 'booked' and left_place is null
  union all
  -- Nor does the first list tell what had come since the first balance, of days that may have been posted then.
  select m.*, 'first-listed', false, false, 0, null, null, 1
  from moving m
  join judged j using (account_key)
  join chain_points c on c.account_key = m.account_key and c.currency = m.currency and c.type = m.type and c.ord = 0
  where m.life = 'booked' and m.left_place is null and m.place = 0 and m.listed_place = 0
    and m.booking_date between c.day - if(c.at_end, j.lookback_days, 1) and c.day
  union all
  -- What was listed once and is not any more, or says something else by now.
  select *, 'restated', true, false, least(posted_place, first_place), greatest(listed_place, place), left_place,
    if(coalesce(may_return, false), 2147483647, left_place + 1)
  from moving where life = 'booked' and left_place is not null
  union all
  select *, 'restated', false, false, posted_place, listed_place, left_place, left_place + 1
  from moving where life = 'absent' and left_place is not null
  union all
  -- What is pending may be in a balance or not, as it was before it was first listed.
  select *, 'pending', true, false, posted_place, null, null, if(with_pending, listed_place, coalesce(left_place, 2147483647))
  from moving where life = 'pending'
  union all
  select *, 'pending', false, false, listed_place, null, null, coalesce(left_place, 2147483647)
  from moving where life = 'pending' and with_pending
) d
where exists (
  select 1 from asked_points a
  where a.account_key = d.account_key and a.currency = d.currency and a.type = d.type and a.ord >= d.from_ord and a.ord < d.to_ord
);

create or replace temp table offsets as
with doubted_rows as (
  from rows_of('doubted_lives')
),
-- From here on the level counts what was listed no more for a while.
counted as (
  select r.transaction_key, p.currency, p.type, min(p.place) as counted_from
  from changed_rows r
  join placed_lives p using (life_no)
  where p.life = 'booked' and p.left_place is null
  group by all
)
select d.account_key, d.currency, d.type, r.transaction_key, d.reason, if(d.adds, r.amount, -r.amount) as shift, d.adds, d.alone,
  greatest(d.from_ord, c.counted_from) as from_ord, d.to_ord, d.likely_from, d.likely_to
from doubted_lives d
join doubted_rows r using (life_no)
left join counted c on d.life = 'absent' and c.transaction_key = r.transaction_key and c.currency = d.currency and c.type = d.type
where greatest(d.from_ord, c.counted_from) < d.to_ord;
