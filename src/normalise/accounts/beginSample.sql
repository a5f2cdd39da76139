-- What the accounts in question are seen to list.
create or replace temp table sampled_rows (
  account_id varchar, booking_date date, amount decimal(18, 5), currency varchar, row_content uhugeint, payment uhugeint, id varchar, told boolean
);
