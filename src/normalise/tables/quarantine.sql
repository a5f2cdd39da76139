create table if not exists quarantine (
  institution varchar,
  account_key varchar,
  read_id varchar,
  code varchar,
  path varchar,
  field varchar,
  message varchar,
  evidence varchar,
  raw_page_id varchar,
  row_index integer,
  row_digest varchar,
  first_seen_run varchar,
  last_seen_run varchar,
  resolved_run varchar
);

comment on table quarantine is 'a row or page not understood; one line for each of its faults';
comment on column quarantine.institution is 'the bank';
comment on column quarantine.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column quarantine.read_id is 'the read that brought it first';
comment on column quarantine.code is 'what is wrong';
comment on column quarantine.path is 'JSON pointer within the page; for a missing field, where it should stand';
comment on column quarantine.message is 'what is wrong, in words';
comment on column quarantine.evidence is 'the value at fault, shortened';
comment on column quarantine.raw_page_id is 'the answer it was first read from';
comment on column quarantine.row_index is 'position in that answer, from 0; null for a page';
comment on column quarantine.row_digest is 'digest of the row or page as sent, and its ordinal among equals of one read';
comment on column quarantine.first_seen_run is 'the run that met it first';
comment on column quarantine.last_seen_run is 'the newest run that met it';
comment on column quarantine.resolved_run is 'the run in which it was understood or no longer sent';
comment on column quarantine.field is 'JSON pointer within the row';
