-- Rows that a read leaves out and another living consent lists. That one has proven their day since they came into the book, or has
-- brought them, and did not leave them out when it did so last. Said_before tells that the consent of this read had left them out
-- before: it says nothing new.
insert into listed_elsewhere
with unlisted as (
  select u.read_no, u.account_key, u.transaction_key, u.booking_date, arg_max(v.amount, v.version) as amount,
    coalesce(max(v.load_seq) filter (where v.change in ('new', 'returned')), 0) as came
  from $unlisted u
  join transaction_versions v using (transaction_key)
  where v.booking_date between $first_day and $last_day and u.account_key in (select account_key from other_consents)
  group by u.read_no, u.account_key, u.transaction_key, u.booking_date
)
select distinct u.read_no, u.account_key, u.transaction_key,
  (u.transaction_key, b.consent_id) in (select (transaction_key, consent_id) from left_out_rows) as said_before
from unlisted u
join batch b using (read_no)
join other_consents o on o.read_no = u.read_no and o.account_key = u.account_key
join reads r on r.consent_id = o.consent_id and r.resource = 'transactions' and r.load_seq >= u.came
left join proven_days p on p.read_id = r.read_id and p.account_key = u.account_key and u.booking_date >= p.from_date
  and (r.to_date is null or u.booking_date <= p.to_date) and coalesce((p.side = 'credit') = (u.amount > 0), true)
where (r.load_seq = u.came or p.read_id is not null)
  and (u.transaction_key, o.consent_id) not in (select (transaction_key, consent_id) from left_out_rows);
