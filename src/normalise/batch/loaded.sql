-- That the reads of the batch are loaded, and by which zone days of their banks were told.
insert into loads
select seq, 'read', read_id, known from batch_reads order by seq;

insert into booking_zones
select institution, zone from batch_reads
except from booking_zones;
