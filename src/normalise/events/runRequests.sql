-- Requests that concern no single consent.
delete from requests
where run_id = $run and request_id in (select request_id from events where event = 'asked');

insert into requests by name
select a.request_id, $run as run_id, a."at" as sent_at, a.method, a.path, b.http_status, b.duration_ms, b.interaction_id
from events a
left join events b on b.request_id = a.request_id and b.event in ('answered', 'unanswered')
where a.event = 'asked';
