-- Rows that came when an account was asked for by itself, of days that are over and of which a list of all accounts should have
-- shown them: such as are new, where every such list named none of the account, or such as the list of this very run did not show.
insert into found by name
with own_rows as (
  select s.account_key, s.transaction_key, s.booking_date, b.run_id, b.consent_id, b.zone, b.today, d.change is not null as is_new
  from staged_transactions s
  join batch b on b.read_no = s.read_no
  left join differences d on d.transaction_key = s.transaction_key and d.change = 'new'
  where s.disposition = 'read' and side_of(s.status) = 'booked' and b.account_id is not null
),
left_out as (
  select o.account_key, o.transaction_key, o.booking_date
  from own_rows o
  join unconfirmed_days u on u.account_key = o.account_key and o.booking_date between u.from_date and u.to_date
  join reads r on r.read_id = u.read_id
  where o.is_new and r.account_id is null and timezone(o.zone, r.started_at)::date > o.booking_date
  union
  select o.account_key, o.transaction_key, o.booking_date
  from own_rows o
  join finding_sightings f on f.account_key = o.account_key and f.run_id = o.run_id and f.code = 'answer-shorter-than-known'
    and f.part is null and (f.evidence ->> '$.first_listed') is null and (f.evidence ->> '$.last_listed') is null
  join reads r on r.read_id = f.read_id
  where r.account_id is null and r.consent_id = o.consent_id and o.booking_date < o.today
    and (r.from_date is null or o.booking_date > r.from_date)
)
select 'left-out-of-lists' as code, account_key,
  count(*) || if(count(*) = 1, ' row stands', ' rows stand') || ' in no list of all accounts and came only when this account was asked '
    || 'for by itself: the bank leaves it out of its lists; until it no longer does, the account is asked for by itself every night'
    as message,
  json_object('rows', count(*), 'first_day', min(booking_date), 'last_day', max(booking_date)) as evidence
from left_out
group by account_key;
