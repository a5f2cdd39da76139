-- The rows of the batch, as understood. Row_index and page_no say where each stands; faults say why it is not understood; sent
-- is the row itself while that is in doubt.
create or replace temp table staged_transactions (
  read_no integer,
  page_no integer,
  lone boolean,
  odd_page boolean,
  row_index integer,
  account_id varchar,
  account_key varchar,
  $columns
  $internal_columns
  extra json,
  duplicates varchar[],
  minus_dropped boolean,
  apart boolean,
  sent json,
  faults struct(code varchar, path varchar, message varchar, evidence varchar)[],
  row_digest varchar,
  content_key varchar,
  row_hash uhugeint,
  identity_tier varchar,
  occurrence integer,
  transaction_key varchar,
  disposition varchar
);
