-- Coverage never passes the day on which it was read. A read of an earlier run at a later time than this one had a clock that
-- ran ahead: when it was really made nobody knows, but it was after the reads before it, and after what it listed was booked.
-- As far as that its coverage is kept.
create or replace temp table ran_ahead as
select c.account_key, c.read_id, c.from_date,
  greatest(
    (
      select max(timezone(a.zone, b.started_at)::date) from reads b
      where b.institution = r.institution and b.load_seq < r.load_seq and timezone(a.zone, b.started_at)::date <= a.today
    ),
    (
      select max(v.booking_date) from transaction_versions v
      where v.account_key = c.account_key and v.load_seq = r.load_seq and v.status = 'BOOK' and v.change <> 'absent'
        and v.booking_date <= a.today
    )
  ) as to_date
from coverage c
join reads r using (read_id)
join account_reads a on a.account_key = c.account_key
where a.complete and c.to_date > a.today and r.run_id < a.run_id;

delete from coverage
where (account_key, read_id) in (select (account_key, read_id) from ran_ahead where to_date is null or to_date < from_date);

update coverage
set to_date = a.to_date
from ran_ahead a
where coverage.account_key = a.account_key and coverage.read_id = a.read_id;
