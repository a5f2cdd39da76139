-- What was learned of a consent itself.
insert into consent_events by name
select consent_id, "at" as learned_at, run_id, replace(event, 'consent-', '') as change,
  case event when 'consent-created' then 'AWAU' else status end as status, nullif(status_sent, status) as status_sent,
  deleted, expires_at, transaction_from, transaction_to, permissions, institution, reason
from events
where event in ('consent-created', 'consent-read', 'consent-retired')
  and (consent_id, run_id, event, "at") not in (
    select (consent_id, run_id, 'consent-' || change, learned_at) from consent_events
  );
