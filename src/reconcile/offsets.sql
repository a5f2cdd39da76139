-- By how much a balance may be off through one row, and from which balance of the chain to which (that one not any more);
-- whether it has an amount that it should not have yet or any more, or lacks one; and whether that counts only by itself.
create or replace temp table offsets as
with moving as (
  select r.*, c.with_pending, coalesce(p.at_end, false) and r.place > 0 and r.listed_place = r.place as beside_list,
    -- What is listed no more may come back as long as a late row may come.
    timezone(j.zone, r.gone_at)::date + j.lookback_days > j.listed_on as may_return,
    -- From here on the level counts it.
    min(r.place) filter (where r.life = 'booked' and r.left_place is null) over (
      partition by r.account_key, r.currency, r.type, r.transaction_key
    ) as counted_from
  from placed_rows r
  join judged j using (account_key)
  join (select distinct account_key, currency, type, with_pending from chain_levels) c using (account_key, currency, type)
  left join chain_points p on p.account_key = r.account_key and p.currency = r.currency and p.type = r.type and p.ord = r.place
)
select account_key, currency, type, transaction_key, reason, if(adds, amount, -amount) as shift, adds, alone, from_ord, to_ord
from (
  select *, if(restating, 'restated', 'late') as reason, false as adds, false as alone, place as from_ord,
    -- It may have come, or have come to say what it says, between the moment of which the balance speaks and the list.
    if(restating or beside_list or place < listed_place, listed_place + 1, place) as to_ord
  from moving where life = 'booked' and left_place is null
  union all
  select *, 'dated-ahead', true, false, posted_place, place
  from moving where life = 'booked' and left_place is null
  union all
  -- A balance may know what is dated ahead some days before any list shows it.
  select *, 'dated-ahead', true, true, ahead_place, least(posted_place, place)
  from moving where life = 'booked' and left_place is null
  union all
  select *, 'same-day', true, false, first_place, place
  from moving where life = 'booked' and left_place is null
  union all
  select *, 'same-day', false, false, place, last_place
  from moving where life = 'booked' and left_place is null
  union all
  -- The first list does not tell what had come between the end of the first day and the list.
  select m.*, 'late', false, false, 0, 1
  from moving m
  join judged j using (account_key)
  join chain_points c on c.account_key = m.account_key and c.currency = m.currency and c.type = m.type and c.ord = 0
    and c.at_end
  where m.life = 'booked' and m.left_place is null and m.place = 0 and m.listed_place = 0
    and m.booking_date between c.day - j.lookback_days and c.day
  union all
  -- What was listed once and is not any more, or says something else by now.
  select *, 'restated', true, false, least(posted_place, first_place), if(coalesce(may_return, false), 2147483647, left_place + 1)
  from moving where life = 'booked' and left_place is not null
  union all
  select *, 'restated', false, false, greatest(posted_place, counted_from), left_place + 1
  from moving where life = 'absent' and left_place is not null
  union all
  -- What is pending may be in a balance or not, as it was before it was first listed.
  select *, 'pending', true, false, posted_place, if(with_pending, listed_place, coalesce(left_place, 2147483647))
  from moving where life = 'pending'
  union all
  select *, 'pending', false, false, listed_place, coalesce(left_place, 2147483647)
  from moving where life = 'pending' and with_pending
)
where from_ord < to_ord;
