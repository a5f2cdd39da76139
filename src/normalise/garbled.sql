-- A page that is not even text.
insert into quarantine by name
select $institution as institution, $read as read_id, 'page-not-utf8' as code, '' as path, '' as field,
  'the answer is not UTF-8 text' as message, $folder || '/' || $frame as raw_page_id, $digest as row_digest,
  $run as first_seen_run, $run as last_seen_run
where not exists (
  select 1 from quarantine where institution = $institution and code = 'page-not-utf8' and row_digest = $digest
);
