-- What the rows of balances have in extra, and which of their codes no list has. The empty path is the row itself.
create or replace temp table field_use as
select account_key, used.path, used.word, used.standard, count(*) as rows
from (
  select account_key, unnest(list_concat(fields_in_extra(extra, $objects::varchar[], $standard::varchar[]), [
      field_used('', null, true),
      case when not known_balance_type(type) then field_used('/Type', shown_word(type), false) end,
      case when not known_balance_sub_type(sub_type) then field_used('/Amount/SubType', shown_word(sub_type), false) end
    ])) as used
  from staged
  where is_looked_at(disposition, frame)
)
where used is not null
group by all;
