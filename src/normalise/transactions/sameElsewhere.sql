-- A new row without an id at a bank whose ids are not believed, or under one of these, that says, but for its day, what a single row
-- before the days asked for says: the bank may have moved that one, and only its own day tells. What comes again and again says so too; it
-- is asked about once.
insert into doubtful_days by name
select account_key, min(booking_date) as from_date, max(booking_date) as to_date, 'row-again' as reason, read_id,
  seq as load_seq
from (
  select s.account_key, v.booking_date, b.read_id, b.seq, b.asked_from
  from staged_transactions s
  join batch b using (read_no)
  join differences d using (transaction_key)
  join transaction_versions v on v.account_key = s.account_key and v.amount = s.amount and v.currency = s.currency
    and folded(v.description) is not distinct from folded(s.description)
    and v.proprietary_code is not distinct from s.proprietary_code
  where b.asked_from is not null and (not b.trusted or s.transaction_id is not null) and d.change = 'new' and d.previous_key is null
    and s.disposition = 'read' and s.identity_tier = 'content'
    and s.status = 'BOOK' and v.status = 'BOOK' and v.known_to is null and v.change <> 'absent'
    and v.booking_date between b.asked_from - 90 and b.asked_from - 1
    -- Rows are stored as they arrive: only the literal days keep a night as cheap as what comes in.
    and v.booking_date between $first_asked::date - 90 and $last_asked::date - 1
  qualify count(*) over (partition by s.transaction_key) = 1
)
where booking_date >= asked_from - 35
group by account_key, read_id, seq;
