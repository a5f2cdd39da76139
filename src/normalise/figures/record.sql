-- The figures of the reads, and their places in the order of all that changes the book.
update reads
set rows_read = f.rows_read, rows_new = f.rows_new, rows_changed = f.rows_changed, rows_known = f.rows_known,
  rows_repeated = f.rows_repeated, rows_quarantined = f.rows_quarantined, load_seq = b.seq
from figures f
join batch b using (read_no)
where reads.read_id = f.read_id;

insert into loads
select seq, 'read', read_id, known from batch order by seq;
