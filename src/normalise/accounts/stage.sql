-- The accounts of the batch, as understood.
create or replace temp table staged_accounts as
with parsed as (
  select *, json_type(sent, ['$', '$.AccountId', '$.Account']) as kinds, json_extract_string(sent, $paths) as texts
  from $rows
),
named as (
  select *, $texts as t, duplicate_keys(sent, ['']) as own_duplicates
  from parsed
),
-- The identifications of each account. A member of the list that is no object is kept as it is.
items as (
  select page_no, row_index, unnest(case kinds[3]
    when 'ARRAY' then json_extract(sent, '$.Account[*]')
    when 'OBJECT' then [json_extract(sent, '$.Account')] end) as sent
  from parsed
),
item_texts as (
  select *, json_extract_string(sent, $item_paths) as texts
  from items
),
item_named as (
  select *, $item_texts as t
  from item_texts
),
item_typed as (
  select *, $item_first_columns, duplicate_keys(sent, ['']) as duplicates, patched(sent, $item_patch) as rest
  from item_named
),
item_made as (
  select page_no, row_index, flat_rest_of_any(sent, rest, duplicates) as extra, duplicates, $item_columns
  from item_typed
),
identified as (
  select page_no, row_index, list_sort(list($item)) as identifiers,
    list_transform(flatten(list(duplicates)), lambda path: '/Account' || path) as item_duplicates
  from item_made
  group by page_no, row_index
),
typed as (
  select named.*,
    coalesce(
      row_faults(kinds[1], sent),
      list_filter([field_fault(kinds[2], t.account_id, '/AccountId')], lambda f: f is not null)
    ) as faults,
    coalesce(i.identifiers, []) as identifiers,
    list_concat(own_duplicates, i.item_duplicates) as duplicates,
    nullif(trim(t.currency), '') as currency,
    coalesce(t.category, t.account_type) as category,
    coalesce(t.type_code, account_type_code(t.account_sub_type)) as type_code,
    case when t.type_code is null then nullif(t.account_sub_type, account_type_code(t.account_sub_type)) end
      as type_code_sent,
    patched(sent, $patch) as rest
  from named
  left join identified i using (page_no, row_index)
)
select read_no, page_no, lone, odd_page, row_index, t.account_id, $columns, identifiers,
  -- Those of further entries of the list under this AccountId are found apart.
  identifiers[1:0] as other_identifiers, flat_rest_of_any(sent, rest, own_duplicates) as extra, duplicates,
  faults,
  null::date as booking_date,
  case when len(faults) > 0 then md5(sent::varchar) end as row_digest,
  null::varchar as account_key,
  md5_number(concat_ws(chr(31), $versioned, to_json($versioned_items)::varchar)) as row_hash,
  case when len(faults) > 0 then 'quarantined'
    when row_number() over (partition by read_no, t.account_id order by page_no, row_index) > 1 then 'repeated'
    else 'read' end as disposition
from typed;
