-- Rows that the list of a consent leaves out, while another one that opens the account lists them.
create table if not exists left_out_rows (
  account_key varchar,
  transaction_key varchar, -- the row
  consent_id varchar, -- the consent that leaves it out
  load_seq bigint -- the load of the first of its reads that did, since it listed it last
);

comment on table left_out_rows is 'rows that one of several consents to an account leaves out; they are gone once all of them do';
