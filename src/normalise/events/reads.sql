-- The reads of consents' folders: when each began, how it ended, and how many requests it took.
insert into reads by name
select s.read_id, s.run_id, s.consent_id, s.institution, s.account_id, s.resource, s.route, s."from" as from_date,
  s."to" as to_date, s.attended, s."at" as started_at, 0 as rows_read, 0 as rows_new, 0 as rows_changed, 0 as rows_known,
  0 as rows_repeated, 0 as rows_quarantined
from events s
where s.event = 'read-started' and s.read_id not in (select read_id from reads);

update reads
set ended_at = e."at", outcome = e.outcome, pages = e.pages, error_tag = e.error_tag, learned = e.learned,
  from_date = e."from", to_date = e."to", first_available = try_cast(e.first_available as timestamptz),
  untold_from = e.untold_from::date
from events e
where e.event = 'read-ended' and e.read_id = reads.read_id and reads.outcome is null;

update reads
set requests = asked.requests
from (
  select read_id, count(*)::integer as requests from requests where run_id in (select run_id from logs) group by read_id
) asked
where asked.read_id = reads.read_id;
