-- The rows of one read, as understood. Row_index and frame say where each stands; faults say why it is not understood; sent
-- is the row itself while that is in doubt.
create or replace temp table staged (
  frame integer,
  lone boolean,
  row_index integer,
  account_id varchar,
  account_key varchar,
  transaction_id varchar,
  status varchar,
  status_sent varchar,
  booking_date date,
  booking_at timestamptz,
  booking_sent varchar,
  value_date date,
  amount decimal(18,5),
  currency varchar,
  description varchar,
  reference varchar,
  counterparty_name varchar,
  counterparty_account varchar,
  merchant_name varchar,
  merchant_category_code varchar,
  bank_transaction_code varchar,
  bank_transaction_code_sent varchar,
  bank_transaction_sub_code varchar,
  bank_transaction_sub_code_sent varchar,
  proprietary_code varchar,
  running_balance decimal(18,5),
  extra json,
  minus_dropped boolean,
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

-- Rows on both sides of a page's edge that allow two readings, and what they say where another reading is to decide.
create or replace temp table overlapping_rows (
  frame integer,
  row_index integer,
  account_key varchar,
  content_key varchar,
  booking_date date,
  side varchar,
  decided boolean
);

create or replace temp table postponed (content_key varchar);
