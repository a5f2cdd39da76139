-- What the rows of balances have in extra, and which of their codes no list has. The empty path is the row itself.
create or replace temp table words_now as
select account_key, said.path, said.word, said.standard, count(*) as rows
from (
  select account_key, unnest(list_concat(said_in_extra(extra, $objects::varchar[], $standard::varchar[]), [
      said('', null, true),
      case when not known_balance_type(type) then said('/Type', shown_word(type), false) end,
      case when not known_balance_sub_type(sub_type) then said('/Amount/SubType', shown_word(sub_type), false) end
    ])) as said
  from staged
  where is_looked_at(disposition, frame)
)
where said is not null
group by all;
