-- Puts the faults of staged rows into quarantine: one line for each fault, once for each row however often it is read.

create or replace temp table faulty as
select frame, row_index, account_key, row_digest || '/' || nth as row_digest, f.code, f.path as field, f.message, f.evidence
from (
  select *, row_number() over (partition by row_digest order by frame, row_index) as nth
  from staged
  where disposition = 'quarantined'
) s, unnest(s.faults) as u(f);

update quarantine
set last_seen_run = $run, resolved_run = null
where institution = $institution
  and (row_digest, code, field) in (select (row_digest, code, field) from faulty);

insert into quarantine by name
select $institution as institution, f.account_key, $read as read_id, f.code,
  '/Data/' || $list || '/' || f.row_index || f.field as path, f.field, f.message, f.evidence,
  $folder || '/' || f.frame as raw_page_id, f.row_index, f.row_digest, $run as first_seen_run, $run as last_seen_run,
  null as resolved_run
from faulty f
anti join quarantine q on q.institution = $institution and q.row_digest = f.row_digest and q.code = f.code
  and q.field = f.field;
