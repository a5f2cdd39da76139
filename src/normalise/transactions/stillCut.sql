-- A bank that was seen to keep silent of days before some day has not given them by a list that begins after them all the same. The days
-- between two stretches that are read count as read only where a list reaches to the first of these, or goes so far back that it could
-- show no row that is known there. What the list leaves out of the rows known there is kept.
create or replace temp table still_cut as
with holes as (
  select account_key, read_until, next_from
  from (
    select account_key, to_date as read_until, lead(from_date) over (partition by account_key order by from_date) as next_from
    from stretches
    where account_key in (select account_key from account_reads)
  )
  where next_from > read_until + 1
),
seen_cut as (
  select distinct h.account_key, h.read_until, h.next_from
  from holes h
  join finding_sightings f using (account_key)
  join reads r using (read_id)
  join account_reads a using (account_key)
  where f.code = 'answer-shorter-than-known' and f.part is null and r.load_seq < a.seq
    and (f.evidence ->> '$.first_listed')::date between h.read_until + 1 and h.next_from
),
given as (
  select a.account_key, c.read_until, c.next_from, min(s.booking_date) as first_listed
  from account_reads a
  join seen_cut c using (account_key)
  left join staged_transactions s on s.read_no = a.read_no and s.account_key = a.account_key
    and s.disposition in ('read', 'overtaken') and side_of(s.status) <> 'pending'
  where a.complete and a.from_date < c.next_from and coalesce(a.to_date >= c.read_until, true)
  group by a.account_key, c.read_until, c.next_from
)
-- The oldest day that is listed may be listed in part.
select g.account_key, max(least(coalesce(g.first_listed + 1, g.next_from), g.next_from)) as first_day, count(distinct c.transaction_key) as rows
from given g
join current_rows c on c.account_key = g.account_key and c.booking_date <= g.read_until
where (c.due or c.on_margin) and c.side = 'booked' and c.change not in ('absent', 'voided')
  and coalesce(g.first_listed > g.read_until, true)
group by g.account_key;

update current_rows
set due = false, on_margin = true
from missing m
join still_cut c using (account_key)
where current_rows.transaction_key = m.transaction_key and m.booking_date < c.first_day;

delete from missing
using still_cut c
where missing.account_key = c.account_key and missing.booking_date < c.first_day;

update read_accounts
set from_date = c.first_day
from still_cut c
where read_accounts.account_key = c.account_key and read_accounts.from_date < c.first_day;

insert into found by name
select 'answer-shorter-than-known' as code,
  'the bank listed nothing where the book holds ' || rows || if(rows = 1, ' row; it is kept', ' rows; they are kept')
    || ', and those days count as not read' as message,
  account_key,
  json_object('rows', rows, 'first_listed', first_day, 'last_listed', null) as evidence
from still_cut
where account_key not in (select account_key from found where code = 'answer-shorter-than-known' and account_key is not null);
