-- Pages that gave no row: an empty list is fine, and so is `Data: null`; a page that is not JSON, or lacks Data, or has
-- something else where the list belongs, is put into quarantine as a page.
create or replace temp table broken as
select frame, md5(content) as row_digest,
  case when page is null then fault('page-not-json', '', 'the answer is not JSON', null)
    when json_type(page) <> 'OBJECT' or json_type(page, '$.Data') is null
    then fault('page-without-data', '/Data', 'the answer has no Data', null)
    when json_type(page, '$.Data') not in ('OBJECT', 'NULL')
    then fault('page-wrong-type', '/Data', 'an object belongs here', null)
    when coalesce(json_type(page, '$.Data.' || $list), 'NULL') not in ('ARRAY', 'OBJECT', 'NULL')
    then fault('page-wrong-type', '/Data/' || $list, 'a list belongs here', null) end as f
from (
  select regexp_extract(filename, '(\d+)\.json$', 1)::integer as frame, content,
    try_cast(ltrim(content, chr(65279)) as json) as page
  from read_text($files)
)
where f is not null;

update quarantine
set last_seen_run = $run, resolved_run = null
where institution = $institution and row_index is null
  and (row_digest, code) in (select (row_digest, f.code) from broken);

insert into quarantine by name
select $institution as institution,
  (select account_key from account_links where consent_id = $consent and account_id = $account) as account_key,
  $read as read_id, f.code, f.path, '' as field,
  f.message, $folder || '/' || frame as raw_page_id, row_digest, $run as first_seen_run, $run as last_seen_run
from broken b
anti join quarantine q on q.institution = $institution and q.row_digest = b.row_digest and q.code = b.f.code;
