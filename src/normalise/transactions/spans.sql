-- The days of each read in which to look among the stored rows: those that were asked for, and those that are listed.
create or replace temp table read_spans as
select b.read_no,
  if(b.asked_from is null, date '0001-01-01', least(b.asked_from - if(b.margins, 1, 0), s.first_listed)) as first_day,
  if(b.asked_to is null, date '9999-12-31', greatest(b.asked_to + if(b.margins, 1, 0), s.last_listed)) as last_day
from batch b
left join (
  select read_no, min(booking_date) as first_listed, max(booking_date) as last_listed
  from staged_transactions
  where disposition = 'read'
  group by read_no
) s using (read_no);
