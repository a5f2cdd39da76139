-- Pages that gave no row: an empty list is fine, and so is `Data: null`; a page that is not JSON, or lacks Data or the list in it, or has
-- something else where the list belongs, is put into quarantine as a page.
insert into malformed_pages by name
select page_no, md5(content) as row_digest,
  case when trim(content, ' ' || chr(9) || chr(10) || chr(13) || chr(65279)) = ''
    then fault('page-empty', '', 'the answer is empty', null)
    when page is null then fault('page-not-json', '', 'the answer is not JSON', null)
    when json_type(page) <> 'OBJECT'
    then fault('page-wrong-type', '', 'an object belongs here', kind_of(json_type(page)))
    when json_type(page, '$.Data') is null then fault('page-without-data', '/Data', 'the answer has no Data', null)
    when json_type(page, '$.Data') not in ('OBJECT', 'NULL')
    then fault('page-wrong-type', '/Data', 'an object belongs here', kind_of(json_type(page, '$.Data')))
    when json_type(page, '$.Data') = 'OBJECT' and json_type(page, '$.Data.' || $list) is null
    then fault('page-without-list', '/Data/' || $list, 'Data has no list of what was asked for', null)
    when coalesce(json_type(page, '$.Data.' || $list), 'NULL') not in ('ARRAY', 'OBJECT', 'NULL')
    then fault('page-wrong-type', '/Data/' || $list, 'a list belongs here', kind_of(json_type(page, '$.Data.' || $list)))
    else second_list_fault(page, $list)
    end as f
from pages_in($files)
where f is not null;
