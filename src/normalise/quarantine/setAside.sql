-- Puts a read that cannot be loaded into quarantine as a whole. It stays one that was not loaded: it proves no day.
insert into quarantine by name
select r.institution, l.account_key, r.read_id, 'unloadable' as code, '' as path, '' as field, $reason as message,
  $folder || '/' || $frame as raw_page_id, null::integer as row_index, r.read_id as row_digest, r.resource, r.consent_id,
  r.account_id, coalesce(r.from_date, date '0001-01-01') as from_date, coalesce(r.to_date, date '9999-12-31') as to_date,
  $run as first_seen_run, $run as last_seen_run, r.read_id as last_read_id
from reads r
left join account_links l on l.consent_id = r.consent_id and l.account_id = r.account_id
where r.read_id = $read and not exists (
  select 1 from quarantine q where q.read_id = r.read_id and q.code = 'unloadable' and q.resolved_run is null
);

insert into loads
values ($seq, 'set-aside', $read, $known);
