-- The credit lines of each balance. A member of the list that is no object is kept as it is.
insert into listed_lines by name
with items as (
  select page_no, row_index, unnest(case kinds[12]
    when 'ARRAY' then json_extract(sent, '$.CreditLine[*]')
    when 'OBJECT' then [json_extract(sent, '$.CreditLine')] end) as sent
  from sent_balances
),
numbered_items as (
  select *, row_number() over (partition by page_no, row_index) as nth, json_extract_string(sent, $item_paths) as texts
  from items
),
item_named as (
  select *, $item_texts as t, $item_objects as whole
  from numbered_items
),
item_typed as (
  select *, $item_first_columns, duplicate_keys(sent, $item_pointers) as duplicates
  from item_named
),
item_patched as (
  select *, patched(sent, $item_patch) as rest
  from item_typed
),
item_made as (
  select page_no, row_index, nth, duplicates, rest_of_any(sent, rest, $item_emptied, duplicates) as extra, $item_columns
  from item_patched
)
select page_no, row_index, list($item order by nth) as credit_lines,
  list_transform(flatten(list(duplicates)), lambda path: '/CreditLine' || path) as item_duplicates
from item_made
group by page_no, row_index;
