-- Between balances that agree, or are at their level, one or a few may lack just what the list of the first of them names first: a row is
-- dated before it is posted, and some are listed before a balance counts them. Of many rows some make up for any difference by chance.
create or replace temp table outrun_boundaries as
from boundaries
where enclosed or (account_key, currency, type, ord) in (
  -- Of one change of the level alone nothing tells whether the balance before it had a row too early, or this one has it too late.
  select (account_key, currency, type, ord) from explained where reason = 'dated-ahead'
);

create or replace temp table outrun_lives as
with lacking as (
  select f.account_key, f.currency, f.type, min(r.first_ord) as first_ord, max(r.last_ord) as last_ord
  from followed_runs f
  join level_runs r using (account_key, currency, type, run_no)
  where f.enclosed or f.level <> f.held_level
  group by f.account_key, f.currency, f.type, f.stretch, if(f.enclosed, null, f.run_no)
  having max(r.last_ord) - min(r.first_ord) < 5
)
select l.*, p.life_no
from (
  select distinct l.*
  from lacking l
  join outrun_boundaries b on b.account_key = l.account_key and b.currency = l.currency and b.type = l.type
    and b.ord in (l.first_ord, l.last_ord + 1)
) l
join placed_lives p on p.account_key = l.account_key and p.currency = l.currency and p.type = l.type
  and p.listed_place = l.first_ord and p.place <= l.first_ord
where p.life = 'booked' and p.left_place is null;

create or replace temp table outrun as
with outrun_rows as (
  select o.* exclude life_no, list(r.amount) as amounts, list_sort(list(r.transaction_key)) as transaction_keys
  from outrun_lives o
  join rows_of('outrun_lives') r using (life_no)
  group by all
  having count(*) <= 16
)
select b.account_key, b.currency, b.type, b.ord, 'late' as reason, arg_min(o.transaction_keys, o.first_ord) as transaction_keys
from outrun_boundaries b
join outrun_rows o on o.account_key = b.account_key and o.currency = b.currency and o.type = b.type
  and b.ord in (o.first_ord, o.last_ord + 1)
where is_sum_of_any(o.amounts, if(b.ord = o.first_ord, -b.shift, b.shift))
group by b.account_key, b.currency, b.type, b.ord;

delete from explained
where reason = 'dated-ahead' and (account_key, currency, type, ord) in (select (account_key, currency, type, ord) from outrun);

insert into explained by name
from outrun anti join explained using (account_key, currency, type, ord);
