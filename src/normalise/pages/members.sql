-- What stands in the pages of a batch beside its rows: in Data beside the list, beside Data, and in links and marks. It is kept
-- with the answer, and counted for each of its rows as if that had it.
create or replace temp table page_members as
select page_no, read_no, duplicates,
  rest_of(json_merge_patch(page, patch::json), ['Data', 'Links', 'Meta', 'links', 'meta'], duplicates) as extra
from (
  select page_no, read_no, page, duplicate_keys(page, ['', '/Data', '/Links', '/Meta', '/links', '/meta']) as duplicates,
    '{' || concat_ws(',',
      case json_type(page, '$.Data') when 'NULL' then '"Data":null' when 'OBJECT' then '"Data":{"' || $list || '":null}' end,
      members_patch('Links', json_type(page, '$.Links')), members_patch('links', json_type(page, '$.links')),
      members_patch('Meta', json_type(page, '$.Meta')), members_patch('meta', json_type(page, '$.meta'))
    ) || '}' as patch
  from pages_in($files)
  where json_type(page) = 'OBJECT' and is_odd_page(page, $list)
);

update raw_pages
set extra = m.extra
from page_members m
join batch_pages p using (page_no)
where m.extra is not null and raw_pages.raw_page_id = p.raw_page_id;

insert into field_use by name
select s.read_no, s.account_key, $resource as resource, f.path, f.word, f.standard, count(*) as rows
from (
  select page_no, unnest(fields_in_extra(extra, ['Data', 'Links', 'Meta', 'links', 'meta'],
    ['/Data/TotalValue', '/Data/CreditLine'], '')) as f
  from page_members
) m
join $staged s using (page_no)
where s.disposition <> 'quarantined' and page_no in (select page_no from counted_pages)
group by all;

insert into found by name
select 'duplicate-key' as code, path as part,
  count(*) || if(count(*) = 1, ' answer has ', ' answers have ') || path || ' twice in one object; the first counts' as message,
  json_object('path', path, 'answers', count(*)) as evidence, read_no
from (select read_no, unnest(duplicates) as path from page_members)
group by read_no, path
order by read_no, path;
