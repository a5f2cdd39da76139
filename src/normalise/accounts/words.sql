-- What the rows of accounts have in extra, and which of their codes no list has. The empty path is the row itself.
create or replace temp table words_now as
select account_key, said.path, said.word, said.standard, count(*) as rows
from (
  select account_key, unnest(list_concat(said_in_extra(extra, $objects::varchar[], $standard::varchar[]), [
      said('', null, true),
      case when not known_account_type(type_code) then said('/AccountTypeCode', shown_word(type_code), false) end
    ], list_transform(
      list_filter(identifiers, lambda i: not known_scheme_name(i.scheme_name)),
      lambda i: said('/Account/SchemeName', shown_word(i.scheme_name), false)
    ))) as said
  from staged
  where is_looked_at(disposition, frame)
)
where said is not null
group by all;
