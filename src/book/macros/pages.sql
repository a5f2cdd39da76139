-- What a page has beside its rows.

-- What stands in links and marks, in either spelling.
create or replace temp macro known_marks() as ['Self', 'First', 'Prev', 'Next', 'Last', 'self', 'first', 'prev', 'next', 'last',
  'TotalPages', 'FirstAvailableDateTime', 'LastAvailableDateTime'];

-- Whether a page has anything beside its list, its links and its marks, or a member twice.
create or replace temp macro page_members(page) as json_keys(page, ['$', '$.Data', '$.Links', '$.Meta', '$.links', '$.meta']);
create or replace temp macro is_odd_page(page, list_name) as
  not list_has_all(list_concat([list_name, 'Data', 'Links', 'Meta', 'links', 'meta'], known_marks()), flatten(page_members(page)))
  or len(list_filter(page_members(page), lambda members: list_unique(members) < len(members))) > 0;

-- The patch that takes the known members from links or marks.
create or replace temp macro members_patch(name, kind) as
  case kind when 'NULL' then '"' || name || '":null'
    when 'OBJECT' then '"' || name || '":{'
      || array_to_string(list_transform(known_marks(), lambda mark: '"' || mark || '":null'), ',') || '}' end;
