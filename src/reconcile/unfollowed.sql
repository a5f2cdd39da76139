-- Rows of before the oldest balance that are listed no more, or with another amount, since that was stated. While the balances have not
-- followed they count such a row still, or never did: what was held before it is not known, nor what moved on its day. One of its
-- amount that is listed since may be in its place.
create or replace temp table gone_rows as
select p.account_key, p.currency, p.type, p.booking_date, p.left_place, r.amount
from placed_lives p
join changed_rows r using (life_no)
where p.life = 'booked' and p.place = 0 and p.left_place > 0;

create or replace temp table come_lives as
select p.life_no, p.account_key, p.currency, p.type, p.listed_place
from placed_lives p
semi join gone_rows using (account_key, currency, type)
where p.life = 'booked' and p.place = 0 and p.left_place is null and p.listed_place > 0;

create or replace temp table unfollowed as
with come as (
  select c.account_key, c.currency, c.type, c.listed_place, r.amount
  from come_lives c
  join rows_of('come_lives') r using (life_no)
),
replacing as (
  select account_key, currency, type, amount, max(listed_place) as listed_place from come group by all
),
gone as (
  select g.account_key, g.currency, g.type, max(g.booking_date) as last_day, sum(g.amount) as amount
  from gone_rows g
  left join replacing r on r.account_key = g.account_key and r.currency = g.currency and r.type = g.type and r.amount = g.amount
    and r.listed_place >= g.left_place
  where r.amount is null
  group by g.account_key, g.currency, g.type
),
-- What came late the oldest balance may lack too. Of many rows some make up for anything by chance.
late as (
  select account_key, currency, type, list(-amount) as shifts from come group by all having count(*) <= 10
),
oldest as (
  select account_key, currency, type, arg_max(level - held_level, run_no) as off from followed_runs group by all
)
select g.account_key, g.currency, g.type, g.last_day
from gone g
left join late l using (account_key, currency, type)
left join oldest o using (account_key, currency, type)
where is_sum_of_any(coalesce(l.shifts, []), coalesce(o.off, 0))
  or not is_sum_of_any(coalesce(l.shifts, []), coalesce(o.off, 0) - g.amount);
