-- Between balances that agree one or a few may lack just what the list of the first of them names first: a row is dated before it is
-- posted, and some are listed before a balance counts them. Of many rows some make up for any difference by chance.
create or replace temp table outrun_lives as
with lacking as (
  select f.account_key, f.currency, f.type, f.stretch, min(r.first_ord) as first_ord, max(r.last_ord) as last_ord
  from followed_runs f
  join level_runs r using (account_key, currency, type, run_no)
  where f.enclosed
  group by all
  having max(r.last_ord) - min(r.first_ord) < 3
)
select l.*, p.life_no
from lacking l
join placed_lives p on p.account_key = l.account_key and p.currency = l.currency and p.type = l.type
  and p.listed_place = l.first_ord and p.place <= l.first_ord
where p.life = 'booked' and p.left_place is null;

insert into explained by name
with outrun as (
  select o.* exclude life_no, list(r.amount) as amounts, list_sort(list(r.transaction_key)) as transaction_keys
  from outrun_lives o
  join rows_of('outrun_lives') r using (life_no)
  group by all
  having count(*) <= 16
)
select b.account_key, b.currency, b.type, b.ord, 'late' as reason, arg_min(o.transaction_keys, o.first_ord) as transaction_keys
from boundaries b
join outrun o on o.account_key = b.account_key and o.currency = b.currency and o.type = b.type and b.ord in (o.first_ord, o.last_ord + 1)
where b.enclosed and is_sum_of_any(o.amounts, if(b.ord = o.first_ord, -b.shift, b.shift))
group by b.account_key, b.currency, b.type, b.ord;
