-- Payments that are named otherwise now and go on under the key they had.
create table if not exists key_changes (
  old_key varchar, -- transaction_key by which the book knows the row
  new_key varchar, -- transaction_key that the rule gives it now; no row stands under it
  account_key varchar,
  booking_date date, -- its booking day
  rule_version integer, -- the version of the identity rule that gives the new key
  load_seq bigint,
  run_id varchar -- the run that read it
);

comment on table key_changes is 'rows that go on under the key they had, though the rule would name them otherwise now';
