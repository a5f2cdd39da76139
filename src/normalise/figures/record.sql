-- The figures of the reads, their places in the order of all that changes the book, and which account each was of: later its
-- AccountId may be another's.
update reads
set rows_read = f.rows_read, rows_new = f.rows_new, rows_changed = f.rows_changed, rows_known = f.rows_known,
  rows_repeated = f.rows_repeated, rows_quarantined = f.rows_quarantined, load_seq = b.seq,
  account_key = coalesce(reads.account_key, l.account_key)
from figures f
join batch b using (read_no)
left join account_links l on l.consent_id = b.consent_id and l.account_id = b.account_id
where reads.read_id = f.read_id;

insert into loads
select seq, 'read', read_id, known from batch order by seq;

insert into booking_zones
select institution, zone from batch
except from booking_zones;
