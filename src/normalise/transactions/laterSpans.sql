-- Days of which a read that was asked for later says everything. What a read lists there was there when it was asked for,
-- and the later one has told what became of it. It has no word on booked rows from before all that the book held of the account
-- once it had that: a bank gives no more than it keeps, to the very hour, and what it does not give any more it does not take back.
-- But of days on which late rows come, where it was asked from one of these on, a bank gives all, and takes back a row.
-- Lists that waited come after newer ones, and in their order: what one of them holds of older days no newer one has listed.
insert into later_spans by name
with spans as (
  select c.account_key, l.load_seq, b.zone, c.from_date, if(l.open_ended, date '9999-12-31', c.to_date) as to_date,
    if(r.from_date is null, null, greatest(c.from_date, timezone(b.zone, r.started_at)::date - b.lookback - 2)) as recent
  from later_loads l
  join coverage c using (read_id)
  join reads r using (read_id)
  join batch b on b.read_no = l.read_no
  where c.account_key in (select account_key from read_accounts)
),
booked as (
  select account_key, transaction_key, version, load_seq, booking_date, booking_at, known_to
  from transaction_versions
  where account_key in (select account_key from spans) and status = 'BOOK' and change <> 'absent'
),
-- Few versions have ended: the one after is looked for of these alone.
held_then as (
  select s.account_key, s.load_seq, b.booking_date, b.booking_at
  from spans s
  join booked b on b.account_key = s.account_key and b.load_seq <= s.load_seq
  where b.known_to is null
  union all
  select s.account_key, s.load_seq, b.booking_date, b.booking_at
  from spans s
  join booked b on b.account_key = s.account_key and b.load_seq <= s.load_seq
  join transaction_versions n on n.transaction_key = b.transaction_key and n.version = b.version + 1 and n.load_seq > s.load_seq
  where b.known_to is not null
),
begun as (
  select s.*, min(h.booking_date) as first_day, min(h.booking_at) as first_at
  from spans s
  left join held_then h using (account_key, load_seq)
  group by all
),
-- One row is believed to be gone there; where several are missing, the list is cut.
taken_back as (
  select b.account_key, b.load_seq, b.from_date
  from begun b
  join staged_transactions s on s.account_key = b.account_key and s.booking_date >= b.recent and s.booking_at < b.first_at
  where s.disposition = 'read' and side_of(s.status) <> 'pending' and b.first_day <= b.to_date
  group by all
  having count(*) = 1
)
select account_key, from_date, to_date, if(t.load_seq is null, first_day, least(first_day, recent)) as first_day,
  if(t.load_seq is null, first_at, least(first_at, timezone(zone, recent::timestamp))) as first_at
from begun
left join taken_back t using (account_key, load_seq, from_date);

update staged_transactions
set disposition = 'overtaken'
from later_spans l
where staged_transactions.disposition = 'read' and l.account_key = staged_transactions.account_key
  and staged_transactions.booking_date between l.from_date and l.to_date
  and (side_of(staged_transactions.status) = 'pending' or staged_transactions.booking_at >= l.first_at);

-- What waited here is booked there.
update staged_transactions
set disposition = 'overtaken'
from transaction_versions v
where staged_transactions.disposition = 'read' and side_of(staged_transactions.status) = 'pending'
  and staged_transactions.identity_tier = 'id' and v.account_key = staged_transactions.account_key
  and v.transaction_id = staged_transactions.transaction_id and v.known_to is null and v.status = 'BOOK'
  and v.change <> 'absent' and v.load_seq in (select load_seq from later_loads);
