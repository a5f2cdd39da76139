-- The figures of a read, and its place in the order of all that changes the book.
update reads
set rows_read = $rows_read, rows_new = $rows_new, rows_changed = $rows_changed, rows_known = $rows_known,
  rows_repeated = $rows_repeated, rows_quarantined = $rows_quarantined, load_seq = $seq
where read_id = $read;

insert into loads
values ($seq, 'read', $read, $known);
