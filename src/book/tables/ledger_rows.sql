-- What a ledger has of rows that the book, made again since, knows otherwise: it loaded every export.
create table if not exists ledger_rows (
  load_seq bigint, -- the place from which on this counts
  consent_id varchar, -- the consent under which the row was read, or one that opens its account
  transaction_key varchar, -- the row
  entry varchar, -- post: a ledger has it; reverse: it was taken back; none: it never left, and the next export gives it as new
  export_id varchar, -- the export that said so
  version integer, -- the version that was given
  account_key varchar,
  transaction_id varchar, -- the bank's id
  booking_date date, -- booking day
  value_date date, -- day from which it counts for interest
  amount decimal(18,5), -- signed, credit positive
  currency varchar,
  description varchar, -- what the bank said of it
  reference varchar, -- reference, as sent
  counterparty_name varchar -- whom it is from or to
);

comment on table ledger_rows is 'a row as exports gave it, where the book made again would have given another, or none';

-- The same until a run has written it into the journal.
create table if not exists unwritten_ledger_rows (
  consent_id varchar,
  transaction_key varchar,
  entry varchar,
  export_id varchar,
  version integer,
  account_key varchar,
  transaction_id varchar,
  booking_date date,
  value_date date,
  amount decimal(18,5),
  currency varchar,
  description varchar,
  reference varchar,
  counterparty_name varchar
);
