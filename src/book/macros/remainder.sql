-- What of a row is not understood, and what it has that no table shows.

-- What remains of a row when all that is understood is taken away: a patch (RFC 7396) names what to take. Of an object that
-- is understood as a whole nothing remains; of another what is not understood; of what should be an object and is none, all.
create or replace temp macro taken(name, sent, bare, patch) as
  case when sent is null or sent = bare then '"' || name || '":null'
    when starts_with(sent, '{') then '"' || name || '":' || patch end;
-- Members are named as they stand (RFC 6901), whatever their names hold. Two levels, as objects are taken apart.
create or replace temp macro member(object, name) as
  json_extract(object, '/' || replace(replace(name, '~', '~0'), '/', '~1'))::varchar;
create or replace temp macro object_of(members) as
  '{' || array_to_string(list_transform(
    list_filter(members, lambda m: m.value <> '{}'), lambda m: to_json(m.name)::varchar || ':' || m.value
  ), ',') || '}';
create or replace temp macro without_empties(object) as
  object_of(list_transform(json_keys(object), lambda name: {'name': name, 'value': member(object, name)}));
create or replace temp macro without_inner_empties(object) as
  object_of(list_transform(
    list_transform(json_keys(object), lambda outer_name: {'name': outer_name, 'value': member(object, outer_name)}),
    lambda m: {'name': m.name, 'value': if(starts_with(m.value, '{'), without_empties(m.value), m.value)}
  ));
create or replace temp macro rest_of(rest) as
  case when rest::varchar = '{}' then null
    when contains(rest::varchar, ':{}') then nullif(without_inner_empties(rest), '{}')::json
    else rest end;

-- What a row says besides what it is for: a field, or a code that no list has.
create or replace temp macro field_used(path, word, standard) as {'path': path, 'word': word, 'standard': standard};

-- The fields that are kept in extra. Of an object that the tables show in part, those that they do not show.
create or replace temp macro fields_in_extra(extra, objects, standard) as
  list_transform(
    list_concat(
      list_transform(list_filter(json_keys(extra), lambda key: not list_contains(objects, key)), lambda key: '/' || key),
      flatten(list_transform(
        list_zip(objects, json_keys(extra, list_transform(objects, lambda name: '$.' || name))),
        lambda part: list_transform(part[2], lambda key: '/' || part[1] || '/' || key)
      ))
    ),
    lambda path: field_used(path, null::varchar, list_contains(standard, path))
  );

-- Of a read of more than fifty thousand rows one page in twenty is looked at, so that counting costs nothing to speak of.
create or replace temp macro is_looked_at(disposition, frame) as
  disposition <> 'quarantined' and (frame % 20 = 0 or (select count(*) from staged) <= 50000);
