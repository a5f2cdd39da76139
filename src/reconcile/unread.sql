-- Which days are not told because of rows that are not understood: what such a row moved is not known.
create or replace temp table unread_rows as
select distinct account_key, row_digest, booking_date, first_seen_run
from quarantine
where resource = 'transactions' and resolved_run is null;

create or replace temp table at_level as
select p.account_key, p.currency, p.type, p.stretch, c.ord, n.day, n.whole_day, n.list_run as run_id, (
    select min(r.run_id) from judged_coverage r where r.account_key = p.account_key and r.run_id >= n.list_run
  ) as listed_run, lag(n.whole_day) over stretch as whole_day_before, lag(n.list_run) over stretch as run_before
from (select distinct account_key, currency, type, stretch, first_ord, told_ord, level from told_stretches) p
semi join unread_rows using (account_key)
join chain_levels c on c.account_key = p.account_key and c.currency = p.currency and c.type = p.type
  and c.ord between p.first_ord and p.told_ord and c.level = p.level
join chain_points n on n.account_key = c.account_key and n.currency = c.currency and n.type = c.type and n.ord = c.ord
window stretch as (partition by p.account_key, p.currency, p.type, p.stretch order by c.ord);

-- The oldest balance at the level of a stretch has such a row where it is booked before that, or where the first list since names it
-- for the day of that balance: nothing is told up to its day.
create or replace temp table unread_before as
select l.account_key, l.currency, l.type, l.stretch, max(coalesce(q.booking_date, l.day)) as last_day
from at_level l
join unread_rows q using (account_key)
where l.run_before is null and (q.booking_date is null or q.booking_date <= l.whole_day
  or q.booking_date <= l.day and coalesce(q.first_seen_run <= l.listed_run, true))
group by all;

-- Of two balances that agree one such row between them moved nothing, but several may make up for each other.
create or replace temp table unread_days as
select account_key, currency, type, stretch, min(from_day) as from_day, max(to_day) as to_day
from (
  select l.account_key, l.currency, l.type, l.stretch, l.ord, coalesce(q.booking_date, l.whole_day_before + 1) as from_day,
    coalesce(q.booking_date, l.day) as to_day
  from at_level l
  join unread_rows q on q.account_key = l.account_key and if(
    q.booking_date is null, q.first_seen_run between l.run_before and l.run_id,
    q.booking_date > l.whole_day_before and (q.booking_date <= l.whole_day
      or q.booking_date <= l.day and coalesce(q.first_seen_run <= l.listed_run, true))
  )
)
group by account_key, currency, type, stretch, ord
having count(*) > 1 and min(from_day) < max(to_day);
