-- Puts pages that are no pages into quarantine, once for each page however often it is sent.
create or replace temp table numbered_pages as
select page_no, row_digest || '/' || row_number() over (partition by row_digest order by page_no) as row_digest, f
from malformed_pages;

update quarantine
set last_seen_run = $run, last_read_id = $read, resolved_run = null, consent_id = r.consent_id, account_id = r.account_id,
  account_key = coalesce(quarantine.account_key, r.account_key), from_date = r.from_date, to_date = r.to_date
from numbered_pages b, this_read r
where quarantine.institution = $institution and quarantine.resource = r.resource and quarantine.row_index is null
  and quarantine.row_digest = b.row_digest and quarantine.code = b.f.code
  and quarantine.account_key is not distinct from r.account_key;

insert into quarantine by name
select $institution as institution, r.account_key, $read as read_id, b.f.code, b.f.path, '' as field, b.f.message,
  b.f.evidence, p.raw_page_id, null::integer as row_index, b.row_digest, r.resource,
  r.consent_id, r.account_id, r.from_date, r.to_date, $run as first_seen_run, $run as last_seen_run,
  $read as last_read_id
from numbered_pages b join batch_pages p using (page_no), this_read r
where not exists (
  select 1 from quarantine q
  where q.institution = $institution and q.resource = r.resource and q.row_digest = b.row_digest and q.code = b.f.code
    and q.last_read_id = $read
);
