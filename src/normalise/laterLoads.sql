-- What the book has taken in before this read though it was asked for after it, by another process or in another run. What
-- that says of an account is newer: this read may add to it, but neither change it nor take it away. What was
-- asked for at a time that had not come when this was taken in was asked for by a clock that ran ahead, and is no newer.
create or replace temp table later_loads as
select l.load_seq, r.read_id, r.to_date is null as open_ended
from reads t
join reads r on r.institution = t.institution and r.resource = t.resource and r.started_at >= t.started_at
  and r.started_at <= $clock::timestamptz
join loads l on l.kind = 'read' and l.subject = r.read_id
where t.read_id = $read and (r.started_at, r.read_id) > (t.started_at, t.read_id);
