-- The pages of a read, the rows in each, and what a page has beside its rows.

-- The pages of the reads that are loaded together; each batch lays out its own.
create or replace temp table batch_pages (page_no integer, read_no integer, file varchar, raw_page_id varchar, frame integer);

-- Pages of a batch by their number there, whatever mark of the byte order stands in front; null where one is no JSON.
create or replace temp macro pages_in(files) as table
  select b.page_no, b.read_no, t.content, try_cast(ltrim(t.content, chr(65279)) as json) as page
  from read_text(files) t
  join batch_pages b on b.file = t.filename;

-- What stands in links and marks, in either spelling.
create or replace temp macro known_marks() as ['Self', 'First', 'Prev', 'Next', 'Last', 'self', 'first', 'prev', 'next', 'last',
  'TotalPages', 'FirstAvailableDateTime', 'LastAvailableDateTime'];

-- Whether a page has anything beside its list, its links and its marks, or a member twice. Each name is known in its own place alone.
create or replace temp macro page_members(page) as json_keys(page, ['$', '$.Data', '$.Links', '$.Meta', '$.links', '$.meta']);
create or replace temp macro known_members(list_name) as [['Data', 'Links', 'Meta', 'links', 'meta'],
  -- Some banks write them into Data.
  [list_name, 'Links', 'Meta', 'links', 'meta'], known_marks(), known_marks(), known_marks(), known_marks()];
create or replace temp macro is_odd_page(page, list_name) as
  len(list_filter(list_zip(page_members(page), known_members(list_name)), lambda place:
    len(place[1]) > 0 and not list_has_all(place[2], place[1]))) > 0
  or len(list_filter(page_members(page), lambda members: list_unique(members) < len(members))) > 0;

-- The patch that takes the known members from links or marks.
create or replace temp macro members_patch(name, kind) as
  case kind when 'NULL' then '"' || name || '":null'
    when 'OBJECT' then '"' || name || '":{'
      || array_to_string(list_transform(known_marks(), lambda mark: '"' || mark || '":null'), ',') || '}' end;

-- The lists of what was asked for that hold something, by their names: Data or the list may stand there twice, or under a name that
-- differs in its case. The first of the right name is read.
create or replace temp macro every_member_of(object) as list_zip(json_keys(object), json_extract(object, '$.*'));
create or replace temp macro filled_lists(page, list_name) as
  flatten(list_transform(
    list_filter(every_member_of(page), lambda data: data[1] = 'Data' and json_type(data[2]) = 'OBJECT'),
    lambda data: list_filter(every_member_of(data[2]), lambda member:
      lower(member[1]) = lower(list_name) and coalesce(json_array_length(member[2]), 0) > 0)
  ));
create or replace temp macro second_list(page, list_name) as
  '/Data/' || filled_lists(page, list_name)[if(coalesce(json_array_length(page, '/Data/' || list_name), 0) > 0, 2, 1)][1];
create or replace temp macro second_list_fault(page, list_name) as
  case when second_list(page, list_name) is not null
    then fault('page-two-lists', second_list(page, list_name), 'Data holds a second list of what was asked for', null)
    end;

-- The rows of pages, each by its place in the list. One object where a list belongs is a list of one.
create or replace temp macro rows_in(files, list_name) as table
  select page_no, read_no, lone, odd_page, unnest(rows) as sent, (generate_subscripts(rows, 1) - 1)::integer as row_index
  from (
    select page_no, read_no, len(listed) = 0 as lone, is_odd_page(page, list_name) as odd_page,
      case when len(listed) > 0 then listed
        when json_type(page, '$.Data.' || list_name) = 'OBJECT' then [json_extract(page, '$.Data.' || list_name)]
      end as rows
    from (select page_no, read_no, page, json_extract(page, '$.Data.' || list_name || '[*]') as listed from pages_in(files))
  );

-- The rows of no page at all: the database reads no list of files that is empty.
create or replace temp view no_rows as
select null::integer as page_no, null::integer as read_no, null::boolean as lone, null::boolean as odd_page, null::json as sent,
  null::integer as row_index
where false;
