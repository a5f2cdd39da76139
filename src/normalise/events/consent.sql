-- Takes over what one folder of a consent says happened: requests, answers, reads, and what was learned of the consent.
-- Everything is keyed by what the journal calls it, so that taking a folder over again changes nothing.
create or replace temp table events as
select * from read_json($file, format = 'newline_delimited', maximum_object_size = $longest, columns = {
  event: 'VARCHAR', "at": 'TIMESTAMPTZ', request_id: 'VARCHAR', read_id: 'VARCHAR', run_id: 'VARCHAR', consent_id: 'VARCHAR',
  institution: 'VARCHAR', method: 'VARCHAR', path: 'VARCHAR', http_status: 'INTEGER', duration_ms: 'INTEGER',
  interaction_id: 'VARCHAR', frame: 'INTEGER', page: 'INTEGER', bytes: 'BIGINT', resource: 'VARCHAR', route: 'VARCHAR',
  account_id: 'VARCHAR', "from": 'DATE', "to": 'DATE', attended: 'BOOLEAN', outcome: 'VARCHAR', error_tag: 'VARCHAR',
  pages: 'INTEGER', findings: 'JSON', learned: 'VARCHAR[]', status: 'VARCHAR', status_sent: 'VARCHAR', deleted: 'BOOLEAN',
  permissions: 'VARCHAR[]', expires_at: 'TIMESTAMPTZ', transaction_from: 'TIMESTAMPTZ', transaction_to: 'TIMESTAMPTZ',
  reason: 'VARCHAR', message: 'VARCHAR'
});

delete from requests
where run_id = $run and request_id in (select request_id from events where event = 'asked');

insert into requests by name
select a.request_id, a.read_id, $run as run_id, a."at" as sent_at, a.method, a.path, b.http_status, b.duration_ms,
  b.interaction_id
from events a
left join events b on b.request_id = a.request_id and b.event in ('answered', 'unanswered')
where a.event = 'asked';

insert into raw_pages by name
select $folder || '/' || a.frame as raw_page_id, a.read_id, s.resource, a.page, a.http_status, a."at" as received_at,
  a.interaction_id, a.bytes, $folder || '/pages.zst' as file, a.frame
from events a
left join events s on s.read_id = a.read_id and s.event = 'read-started'
where a.event = 'answered' and a.frame is not null
  and $folder || '/' || a.frame not in (select raw_page_id from raw_pages);

insert into reads by name
select s.read_id, $run as run_id, s.consent_id, s.institution, s.account_id, s.resource, s.route, s."from" as from_date,
  s."to" as to_date, s.attended, s."at" as started_at, 0 as rows_read, 0 as rows_new, 0 as rows_changed, 0 as rows_known,
  0 as rows_repeated, 0 as rows_quarantined
from events s
where s.event = 'read-started' and s.read_id not in (select read_id from reads);

update reads
set ended_at = e."at", outcome = e.outcome, pages = e.pages, error_tag = e.error_tag, learned = e.learned,
  from_date = e."from", to_date = e."to"
from events e
where e.event = 'read-ended' and e.read_id = reads.read_id and reads.outcome is null;

update reads
set requests = asked.requests
from (select read_id, count(*)::integer as requests from requests where run_id = $run group by read_id) asked
where asked.read_id = reads.read_id;

insert into finding_sightings by name
select f ->> '$.code' as code, f ->> '$.message' as message, f ->> '$.account_id' as account_id, $run as run_id, e.read_id,
  f -> '$.evidence' as evidence
from (
  select read_id, unnest(json_extract(findings, '$[*]')) as f
  from events
  where event = 'read-ended' and read_id not in (select read_id from finding_sightings where read_id is not null)
) e;

insert into consent_events by name
select consent_id, "at" as learned_at, $run as run_id, replace(event, 'consent-', '') as change,
  case event when 'consent-created' then 'AWAU' else status end as status, nullif(status_sent, status) as status_sent,
  deleted, expires_at, transaction_from, transaction_to, permissions, institution, reason
from events
where event in ('consent-created', 'consent-read', 'consent-retired')
  and (consent_id, $run) not in (select (consent_id, run_id) from consent_events);

insert into lost_days by name
select e."from" as from_date, e."to" as to_date, e.reason, e.message, e.consent_id, e.account_id, $run as run_id,
  e."at" as learned_at
from events e
where e.event = 'days-lost' and not exists (
  select 1 from lost_days d
  where d.run_id = $run and d.consent_id = e.consent_id and d.account_id = e.account_id and d.from_date = e."from"
);
