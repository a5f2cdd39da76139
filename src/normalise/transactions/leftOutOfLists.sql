-- Rows that came when an account was asked for by itself, of days that are over and for which lists of all accounts named none of it.
insert into found by name
select 'left-out-of-lists' as code, account_key,
  count(*) || if(count(*) = 1, ' row stands', ' rows stand') || ' in no list of all accounts and came only when this account was asked '
    || 'for by itself: the bank leaves it out of its lists; until it no longer does, the account is asked for by itself every night'
    as message,
  json_object('rows', count(*), 'first_day', min(booking_date), 'last_day', max(booking_date)) as evidence
from (
  select distinct s.account_key, s.transaction_key, s.booking_date
  from staged s
  join differences d using (transaction_key)
  join batch b on b.read_no = s.read_no
  join unconfirmed_days u on u.account_key = s.account_key and s.booking_date between u.from_date and u.to_date
  join reads r on r.read_id = u.read_id
  where d.change = 'new' and s.disposition = 'read' and side_of(s.status) = 'booked' and b.account_id is not null
    and r.account_id is null and timezone(b.zone, r.started_at)::date > s.booking_date
)
group by account_key;
