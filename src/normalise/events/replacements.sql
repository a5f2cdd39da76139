-- Which consent was made to take the place of which. Journals of before say so only where the one replaced was given up; the
-- first log that says it counts.
insert into consent_replacements by name
select consent_id, replaces, run_id
from (
  select consent_id, replaces, run_id, log_no from events where event = 'consent-created' and replaces is not null
  union all
  select regexp_extract(reason, '^renewed by (\S+)$', 1), consent_id, run_id, log_no
  from events where event = 'consent-retired'
)
where consent_id <> '' and consent_id not in (select consent_id from consent_replacements)
qualify log_no = min(log_no) over (partition by consent_id);
