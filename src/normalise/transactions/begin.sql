-- Rows on both sides of a page's edge that allow two readings, and what they say where another reading is to decide.
create or replace temp table overlapping_rows (
  read_no integer,
  page_no integer,
  row_index integer,
  account_key varchar,
  content_key varchar,
  booking_date date,
  side varchar,
  decided boolean
);

-- Days on which a row may stand on no page, as equal rows stand on two of a list that was not seen before.
create or replace temp table days_in_doubt (
  read_no integer,
  account_key varchar,
  from_date date,
  to_date date
);

create or replace temp table postponed (content_key varchar);

-- Days of accounts of which a read that was asked for later says everything: of booked rows from the first one on that it had.
create or replace temp table later_spans (
  account_key varchar, from_date date, to_date date, first_day date, first_at timestamptz
);

-- Other living consents that open the accounts of the reads; what was asked for later under them, and taken in before; and rows that they
-- list and a read leaves out.
create or replace temp table other_consents (read_no integer, account_key varchar, consent_id varchar);

create or replace temp table later_elsewhere as from later_loads limit 0;

create or replace temp table listed_elsewhere (read_no integer, account_key varchar, transaction_key varchar, said_before boolean);

-- Rows that other living consents alone list: no row of a read is one of them under another id.
create or replace temp table others_own (transaction_key varchar);

-- Rows of the book that a read need not show, and the rows that took their place.
create or replace temp table replaced (old_key varchar, new_key varchar);

-- Keys of the book, and keys of rows of the batch that were found to be of the same payments.
create or replace temp table linked_keys (
  old_key varchar, new_key varchar, account_key varchar, booking_date date, read_no integer
);
