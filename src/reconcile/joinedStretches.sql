-- Where older balances agree with newer ones, and rows make up for what those between are off, these lack rows that are booked by now, or
-- have such as are not: the days between are told by the others, or, where something else between is not made up for, by none.
insert into joined_stretches by name
with enclosed as (
  select f.account_key, f.currency, f.type, f.stretch, min(r.first_ord) as first_ord, max(r.last_ord) as last_ord
  from followed_runs f
  join level_runs r using (account_key, currency, type, run_no)
  where f.enclosed
  group by all
),
made_up as (
  select e.account_key, e.currency, e.type, e.stretch
  from enclosed e
  join explained o on o.account_key = e.account_key and o.currency = e.currency and o.type = e.type and o.ord = e.first_ord
  join explained n on n.account_key = e.account_key and n.currency = e.currency and n.type = e.type and n.ord = e.last_ord + 1
),
agreed as (
  select account_key, currency, type, held_level, min(stretch) as newest, max(stretch) as oldest, count(distinct stretch) as stretches
  from followed_runs
  group by all
  having newest < oldest
),
around as (
  select a.account_key, a.currency, a.type, a.held_level, a.newest, a.oldest
  from agreed a
  join made_up m on m.account_key = a.account_key and m.currency = a.currency and m.type = a.type
    and m.stretch between a.newest and a.oldest
  group by a.account_key, a.currency, a.type, a.held_level, a.newest, a.oldest, a.stretches
  having count(*) = a.oldest - a.newest + 1 - a.stretches
)
select s.account_key, s.currency, s.type, s.stretch, a.newest as told_by, a.held_level
from (select distinct account_key, currency, type, stretch from followed_runs) s
left join made_up m using (account_key, currency, type, stretch)
left join around a on a.account_key = s.account_key and a.currency = s.currency and a.type = s.type
  and s.stretch between a.newest and a.oldest
where m.stretch is not null or a.newest is not null
qualify row_number() over (partition by s.account_key, s.currency, s.type, s.stretch order by a.newest, a.oldest desc) = 1;
