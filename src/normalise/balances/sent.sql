-- The balances of the batch as they were sent, and room for the credit lines of those that have any: nearly no bank sends
-- one, and planning how to understand it takes as long as all the rest.
create or replace temp table sent_balances as
select *, json_extract_string(sent, $paths) as texts,
  json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount', '$.Amount.Amount',
    '$.Amount.Currency', '$.LocalAmount', '$.LocalAmount.Amount', '$.LocalAmount.Currency', '$.CreditLine']) as kinds
from $rows;

create or replace temp table listed_lines (
  page_no integer,
  row_index integer,
  credit_lines struct(
  $credit_line_columns
  extra json
  )[],
  item_duplicates varchar[]
);
