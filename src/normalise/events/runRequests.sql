-- Requests that concern no single consent.
delete from requests
using (select distinct run_id, request_id from run_events where event = 'asked') a
where requests.run_id = a.run_id and requests.request_id = a.request_id;

insert into requests by name
select a.request_id, a.run_id, a."at" as sent_at, a.method, a.path, b.http_status, b.duration_ms, b.interaction_id
from run_events a
left join run_events b on b.log_no = a.log_no and b.request_id = a.request_id and b.event in ('answered', 'unanswered')
where a.event = 'asked';
