-- That a consent was purged is all that is left of it.
insert into consent_events by name
select consent_id, "at" as learned_at, run_id, 'purged' as change, institution
from run_events
where event = 'consent-purged'
  and (consent_id, run_id) not in (select (consent_id, run_id) from consent_events where change = 'purged');
