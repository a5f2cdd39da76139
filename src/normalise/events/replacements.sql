-- Which consent was made to take the place of which.
insert into consent_replacements by name
select consent_id, replaces, $run as run_id
from events
where event = 'consent-created' and replaces is not null
  and consent_id not in (select consent_id from consent_replacements);
