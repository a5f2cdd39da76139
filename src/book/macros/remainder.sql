-- What of a row is not understood, and what it has that no table shows.

-- What remains of a row when all that is understood is taken away: a patch (RFC 7396) names what to take. Of an object that
-- is understood as a whole nothing remains; of another what is not understood; of what should be an object and is none, all.
create or replace temp macro taken(name, sent, bare, patch) as
  case when sent is null or list_contains(bare, sent) then '"' || name || '":null'
    when starts_with(sent, '{') then '"' || name || '":' || patch end;
-- The first member of each name: they are told apart only where the row has any twice, because that takes as long as there are pairs.
create or replace temp macro members_of(object, duplicates) as
  list_transform(
    list_transform([json_keys(object)], lambda names: list_filter(
      map_entries(from_json(object, '"MAP(VARCHAR, JSON)"')),
      lambda member, place: case when len(duplicates) > 0 then list_position(names, member.key) = place else true end
    ))[1],
    lambda member: {'name': member.key, 'value': coalesce(member.value::varchar, 'null')}
  );
create or replace temp macro object_of(members) as
  '{' || array_to_string(list_transform(members, lambda m: to_json(m.name)::varchar || ':' || m.value), ',') || '}';
-- Objects of these names from which all was taken go too. Two levels, as objects are taken apart.
create or replace temp macro without_emptied(members, emptied) as
  object_of(list_filter(members, lambda m: m.value <> '{}' or not list_contains(emptied, m.name)));
create or replace temp macro rest_of(rest, emptied, duplicates) as
  case when rest::varchar = '{}' then null
    when contains(rest::varchar, ':{}') or len(duplicates) > 0 then nullif(without_emptied(
      list_transform(members_of(rest, duplicates), lambda m: {
        'name': m.name,
        'value': if(starts_with(m.value, '{') and list_contains(emptied, m.name),
          without_emptied(members_of(m.value, duplicates), emptied), m.value)
      }), emptied), '{}')::json
    else rest end;
-- What remains of something that should be an object, once a patch has taken from it. What is no object remains as it is.
-- Patches are long, and whatever stands for a parameter is planned wherever that is named: so each has a step for itself. Of a row that
-- is too long nothing is needed, and to look at each of its members by itself may take hours.
create or replace temp macro patched(sent, patch) as
  case when json_type(sent) = 'OBJECT' and not is_too_long(sent) then json_merge_patch(sent, patch::json) end;
create or replace temp macro rest_of_any(sent, rest, emptied, duplicates) as
  case json_type(sent) when 'OBJECT' then rest_of(rest, emptied, duplicates) when 'NULL' then null else sent end;
-- The same of what has no objects that are taken apart: it takes half the time to plan.
create or replace temp macro flat_rest(rest, duplicates) as
  case when rest::varchar = '{}' then null
    when len(duplicates) > 0 then object_of(members_of(rest, duplicates))::json
    else rest end;
create or replace temp macro flat_rest_of_any(sent, rest, duplicates) as
  case json_type(sent) when 'OBJECT' then flat_rest(rest, duplicates) when 'NULL' then null else sent end;

-- The members that an object has twice, as pointers: of the row itself, and of those objects in it that are looked at.
create or replace temp macro has_equals(keys) as list_unique(keys) < len(keys);
create or replace temp macro has_twice(object) as has_equals(json_keys(object));
create or replace temp macro twice(keys) as
  list_distinct(list_transform(
    list_filter(list_zip(list_sort(keys), list_sort(keys)[2:]), lambda pair: pair[1] = pair[2]),
    lambda pair: pair[1]
  ));
create or replace temp macro names_at(sent, pointers) as
  json_keys(sent, list_transform(pointers, lambda path: '$' || replace(path, '/', '.')));
create or replace temp macro names_twice(sent, pointers) as
  len(list_filter(names_at(sent, pointers), lambda keys: has_equals(keys))) > 0;
create or replace temp macro duplicate_keys(sent, pointers) as
  flatten(list_transform(
    list_filter(list_zip(pointers, names_at(sent, pointers)), lambda part: has_equals(part[2])),
    lambda part: list_transform(twice(part[2]), lambda key: part[1] || '/' || key)
  ));

-- What a row says besides what it is for: a field, or a code that no list has.
create or replace temp macro field_used(path, word, standard) as {'path': path, 'word': word, 'standard': standard};

-- The fields that are kept in extra, as pointers below `place`. Of an object that the tables show in part, those that they
-- do not show; of what should be an object and is none, itself.
create or replace temp macro fields_in_extra(extra, objects, standard, place) as
  list_transform(
    list_distinct(list_concat(
      list_transform(list_filter(json_keys(extra), lambda key: not list_contains(objects, key)), lambda key: '/' || key),
      flatten(list_transform(
        list_zip(objects, json_keys(extra, list_transform(objects, lambda name: '$.' || name))),
        lambda part: list_transform(part[2], lambda key: '/' || part[1] || '/' || key)
      )),
      list_transform(
        list_filter(objects, lambda name: json_type(extra, '$.' || name) <> 'OBJECT'), lambda name: '/' || name
      )
    )),
    lambda path: field_used(place || path, null::varchar, list_contains(standard, path))
  );

-- The same of the members of a list in the row, of which each has an extra of its own; of one that is no object, the list.
create or replace temp macro fields_in_extras(members, standard, place) as
  flatten(list_transform(members, lambda member: case when json_type(member.extra) <> 'OBJECT'
    then [field_used(place, null::varchar, true)]
    else list_transform(
      json_keys(member.extra),
      lambda key: field_used(place || '/' || key, null::varchar, list_contains(standard, place || '/' || key))
    ) end));
