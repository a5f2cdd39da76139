-- The balances of one read as they were sent, and room for the credit lines of those that have any: nearly no bank sends
-- one, and planning how to understand it takes as long as all the rest.
create or replace temp table sent_balances as
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
)
select *, json_extract_string(sent, $paths) as texts,
  json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount', '$.Amount.Amount',
    '$.Amount.Currency', '$.LocalAmount', '$.LocalAmount.Amount', '$.LocalAmount.Currency', '$.CreditLine']) as kinds
from sent;

create or replace temp table listed_lines (
  frame integer,
  row_index integer,
  credit_lines struct(
  $credit_line_columns
  extra json
  )[],
  item_duplicates varchar[]
);
