-- Where it is new that what names a payment has changed, its new name is tied to its key (docs/identity.md, rule 6).

-- Rows of the book that are not listed under their key, and rows of the read that the book does not know by theirs. Those
-- that say the same are the same, one by one, those of one instant first, as long as one of the two is named by an id: content keys
-- of equal content are equal already. A day at the edge of what was asked for need not be listed, nor what a read that was asked for
-- later has spoken of, but what is listed there is a payment that is known, wherever the book has one that is not listed otherwise.
-- A list that is cut at its early end and renames nothing leaves out what has an id and a time before it: an equal payment of that day
-- with another id is another payment.
insert into linked_keys by name
with unlisted as (
  select transaction_key, account_key, side, content_key, identity_tier, booking_at, first_seen_run, due
  from current_rows
  where not is_over(change) and (due or on_margin or overtaken)
    and transaction_key not in (select transaction_key from staged_transactions where disposition in ('read', 'overtaken'))
    and transaction_key not in (from others_own)
),
unknown as (
  select read_no, transaction_key, account_key, side_of(status) as side, content_key, identity_tier, booking_at, booking_date, occurrence
  from staged_transactions
  where disposition = 'read' and transaction_key not in (select transaction_key from current_rows)
),
begun as (
  select account_key, min(booking_at) as first_at
  from staged_transactions
  where disposition in ('read', 'overtaken') and side_of(status) <> 'pending' and account_key in (select account_key from unlisted)
  group by account_key
),
cut_off as (
  select u.account_key, any_value(l.first_at) as first_at
  from unlisted u
  join begun l using (account_key)
  where u.due and u.side <> 'pending'
  group by u.account_key
  having bool_or(u.booking_at < l.first_at and u.content_key not in (select content_key from unknown))
    and not bool_or(u.booking_at >= l.first_at and u.content_key in (select content_key from unknown))
)
select o.transaction_key as old_key, s.transaction_key as new_key, o.account_key, s.booking_date, s.read_no
from (
  select *, row_number() over (
      partition by account_key, side, content_key
      order by (content_key, booking_at) not in (select (content_key, booking_at) from unknown), booking_at, first_seen_run, transaction_key
    ) as nth
  from unlisted
) o
join (
  select *, row_number() over (
      partition by account_key, side, content_key
      order by (content_key, booking_at) not in (select (content_key, booking_at) from unlisted), booking_at, occurrence, transaction_key
    ) as nth
  from unknown
) s using (account_key, side, content_key, nth)
join batch b using (read_no)
left join cut_off l on l.account_key = o.account_key
where s.identity_tier <> o.identity_tier
  or s.identity_tier = 'id' and b.complete
    and (o.due and o.booking_at < l.first_at and zoned(b.zone, o.booking_at)::time <> '00:00:00') is not true;
