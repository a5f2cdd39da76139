-- The balances of one read, as understood. One that is not plainly sound is called unchecked, and is kept as it was sent until
-- it is validated.
create or replace temp table staged as
with pages as (
  select regexp_extract(filename, '(\d+)\.json$', 1)::integer as frame,
    try_cast(ltrim(content, chr(65279)) as json) as page
  from read_text($files)
),
lists as (
  -- One object where a list belongs is a list of one.
  select frame, len(listed) = 0 as lone, is_odd_page(page, 'Balance') as odd_page,
    case when len(listed) > 0 then listed
      when json_type(page, '$.Data.Balance') = 'OBJECT' then [json_extract(page, '$.Data.Balance')]
    end as rows
  from (select frame, page, json_extract(page, '$.Data.Balance[*]') as listed from pages)
),
sent as (
  select frame, lone, odd_page, unnest(rows) as sent, (generate_subscripts(rows, 1) - 1)::integer as row_index
  from lists
),
parsed as (
  select *, json_extract_string(sent, $paths) as texts,
    json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount', '$.Amount.Amount',
      '$.Amount.Currency', '$.LocalAmount', '$.LocalAmount.Amount', '$.LocalAmount.Currency', '$.CreditLine']) as kinds
  from sent
),
named as (
  select *, $texts as t, $objects as whole
  from parsed
),
-- The credit lines of each balance. A member of the list that is no object is kept as it is.
items as (
  select frame, row_index, unnest(case kinds[12]
    when 'ARRAY' then json_extract(sent, '$.CreditLine[*]')
    when 'OBJECT' then [json_extract(sent, '$.CreditLine')] end) as sent
  from parsed
),
numbered_items as (
  select *, row_number() over (partition by frame, row_index) as nth, json_extract_string(sent, $item_paths) as texts
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
item_made as (
  select frame, row_index, nth, duplicates, rest_of_any(sent, $item_patch, $item_emptied, duplicates) as extra, $item_columns
  from item_typed
),
lined as (
  select frame, row_index, list($item order by nth) as credit_lines,
    list_transform(flatten(list(duplicates)), lambda path: '/CreditLine' || path) as item_duplicates
  from item_made
  group by frame, row_index
),
understood as (
  select named.*, $first_columns, links.account_key, amount_of(amount_text(t.amount, kinds[7])) as unsigned,
    amount_of(amount_text(t.local_amount, kinds[10])) as local_unsigned, direction(t.indicator) as direction,
    booking_instant(t.as_of_sent, $zone) as as_of,
    coalesce(l.credit_lines, []) as credit_lines,
    list_concat(duplicate_keys(sent, $pointers), l.item_duplicates) as duplicates
  from named
  left join lined l using (frame, row_index)
  left join account_links links on links.consent_id = $consent and links.account_id = t.account_id
),
validated as (
  select *, signed(direction, unsigned) as amount, signed(direction, local_unsigned) as local_amount,
    coalesce(
      not is_too_long(sent) and kinds[2] = 'VARCHAR' and trim(t.account_id) <> ''
      and ($account is null or t.account_id = $account)
      and direction is not null and kinds[4] = 'VARCHAR' and trim(t.type) <> '' and as_of is not null
      and kinds[7] = 'VARCHAR' and unsigned is not null
      and kinds[8] = 'VARCHAR' and regexp_full_match(t.currency, '[A-Z]{3}')
      and (coalesce(kinds[9], 'NULL') = 'NULL' or kinds[10] = 'VARCHAR' and local_unsigned is not null
        and kinds[11] = 'VARCHAR' and regexp_full_match(t.local_currency, '[A-Z]{3}')), false) as sound
  from understood
)
select frame, lone, odd_page, row_index, t.account_id, account_key, $columns, credit_lines,
  rest_of_any(sent, $patch, $emptied, duplicates) as extra, duplicates, null::date as booking_date,
  coalesce(starts_with(t.amount, '-'), false) as minus_dropped,
  case when not sound then sent end as sent,
  null::struct(code varchar, path varchar, message varchar, evidence varchar)[] as faults,
  null::varchar as row_digest,
  -- The end is where extra stood by the first rules: balances that have none keep their keys.
  md5(concat_ws(chr(31), account_key, $versioned, to_json($versioned_items)::varchar, '')) as balance_key,
  if(sound, 'read', 'unchecked') as disposition
from validated;
