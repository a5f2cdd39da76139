-- What the book has taken in before a read though it was asked for after it, by another process or in another run. What
-- that says of an account is newer: this read may add to it, but neither change it nor take it away. What was
-- asked for at a time that had not come when this was taken in was asked for by a clock that ran ahead, and is no newer.
insert into later_loads by name
select distinct b.read_no, l.load_seq, r.read_id, r.to_date is null as open_ended
from batch b
join reads t on t.read_id = b.read_id
-- Whose accounts it may speak of first: of reads of one bank there are many more.
join account_links mine on mine.consent_id = t.consent_id and (t.account_id is null or mine.account_id = t.account_id)
join account_links theirs on theirs.account_key = mine.account_key
join reads r on r.consent_id = theirs.consent_id and r.institution = t.institution and r.resource = t.resource
  and (r.account_id is null or theirs.account_id = r.account_id)
join loads l on l.kind = 'read' and l.subject = r.read_id
where r.started_at >= t.started_at and r.started_at <= b.clock and (r.started_at, r.read_id) > (t.started_at, t.read_id);
