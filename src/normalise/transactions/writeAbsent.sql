-- Writes that rows are missing.
insert into transaction_versions by name
select v.* replace (
    m.version as version, b.known as known_from, null::timestamptz as known_to, 'absent' as change,
    b.seq as load_seq, b.run_id as run_id
  )
from missing m
join batch b using (read_no)
join transaction_versions v on v.transaction_key = m.transaction_key and v.version = m.version - 1
where v.booking_date between $first_stored and $last_stored;
