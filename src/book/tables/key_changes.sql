-- Payments that are named otherwise now and go on under the key they had.
create table if not exists key_changes (
  old_key varchar,
  new_key varchar,
  account_key varchar,
  booking_date date,
  rule_version integer,
  load_seq bigint,
  run_id varchar
);

comment on table key_changes is 'rows that go on under the key they had, though the rule would name them otherwise now';
comment on column key_changes.old_key is 'transaction_key by which the book knows the row';
comment on column key_changes.new_key is 'transaction_key that the rule gives it now; no row stands under it';
comment on column key_changes.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column key_changes.booking_date is 'its booking day';
comment on column key_changes.rule_version is 'the version of the identity rule that gives the new key';
comment on column key_changes.load_seq is 'the load that brought it';
comment on column key_changes.run_id is 'the run that read it';
