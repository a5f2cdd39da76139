-- Rows that the book holds and does not count, because a question about them was answered so.
create table if not exists withheld_rows (
  transaction_key varchar, -- the row
  review_id varchar, -- the question
  known_from timestamptz, -- when it was answered
  known_to timestamptz -- when that was undone, or the bank told otherwise; null while it holds
);

comment on table withheld_rows is 'a row that does not count: a question was answered so that it is no payment, or is pending no more';
