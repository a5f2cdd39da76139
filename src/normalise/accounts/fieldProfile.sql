-- What the rows of accounts have in extra, and which of their codes no list has. The empty path is the row itself.
create or replace temp table field_use as
select account_key, used.path, used.word, used.standard, count(*) as rows
from (
  select account_key, unnest(list_concat(fields_in_extra(extra, $objects::varchar[], $standard::varchar[]), [
      field_used('', null, true),
      case when not known_account_type(type_code) then field_used('/AccountTypeCode', shown_word(type_code), false) end
    ], list_transform(
      list_filter(identifiers, lambda i: not known_scheme_name(i.scheme_name)),
      lambda i: field_used('/Account/SchemeName', shown_word(i.scheme_name), false)
    ))) as used
  from staged
  where is_looked_at(disposition, frame)
)
where used is not null
group by all;
