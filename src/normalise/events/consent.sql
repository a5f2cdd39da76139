-- Takes over what folders of consents say happened: here requests and answers, in other files what else a log may have.
-- Everything is keyed by what the journal calls it, so that taking a folder over again changes nothing.
create or replace temp table events as
select e.*, l.run_id, l.folder
from read_json($file, format = 'newline_delimited', maximum_object_size = $longest, columns = {
  log_no: 'INTEGER', event: 'VARCHAR', "at": 'TIMESTAMPTZ', request_id: 'VARCHAR', read_id: 'VARCHAR', consent_id: 'VARCHAR',
  institution: 'VARCHAR', method: 'VARCHAR', path: 'VARCHAR', http_status: 'INTEGER', duration_ms: 'INTEGER',
  interaction_id: 'VARCHAR', frame: 'INTEGER', page: 'INTEGER', bytes: 'BIGINT', resource: 'VARCHAR', route: 'VARCHAR',
  account_id: 'VARCHAR', "from": 'DATE', "to": 'DATE', attended: 'BOOLEAN', outcome: 'VARCHAR', error_tag: 'VARCHAR',
  pages: 'INTEGER', findings: 'JSON', learned: 'VARCHAR[]', status: 'VARCHAR', status_sent: 'VARCHAR', deleted: 'BOOLEAN',
  permissions: 'VARCHAR[]', expires_at: 'TIMESTAMPTZ', transaction_from: 'TIMESTAMPTZ', transaction_to: 'TIMESTAMPTZ',
  reason: 'VARCHAR', message: 'VARCHAR', replaces: 'VARCHAR', first_available: 'VARCHAR', untold_from: 'VARCHAR'
}) e
join logs l using (log_no);

delete from requests
using (select distinct run_id, request_id from events where event = 'asked') a
where requests.run_id = a.run_id and requests.request_id = a.request_id;

insert into requests by name
select a.request_id, a.read_id, a.run_id, a."at" as sent_at, a.method, a.path, b.http_status, b.duration_ms,
  b.interaction_id
from events a
left join events b on b.log_no = a.log_no and b.request_id = a.request_id and b.event in ('answered', 'unanswered')
where a.event = 'asked';

insert into raw_pages by name
select a.folder || '/' || a.frame as raw_page_id, a.read_id, s.resource, a.page, a.http_status, a."at" as received_at,
  a.interaction_id, a.bytes, a.folder || '/pages.zst' as file, a.frame
from events a
left join events s on s.log_no = a.log_no and s.read_id = a.read_id and s.event = 'read-started'
where a.event = 'answered' and a.frame is not null
  and a.folder || '/' || a.frame not in (select raw_page_id from raw_pages);
