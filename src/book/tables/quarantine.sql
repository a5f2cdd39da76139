-- What could not be understood, and which fields and words banks send.
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
  resource varchar,
  consent_id varchar,
  account_id varchar,
  booking_date date,
  from_date date,
  to_date date,
  first_seen_run varchar,
  last_seen_run varchar,
  last_read_id varchar,
  resolved_run varchar
);

comment on table quarantine is 'a row or page not understood; one line for each of its faults';
comment on column quarantine.institution is 'the bank';
comment on column quarantine.account_key is 'the account as the book knows it, whatever consents lead to it; null where the row does not tell';
comment on column quarantine.read_id is 'the read that brought it first';
comment on column quarantine.code is 'what is wrong';
comment on column quarantine.path is 'JSON pointer within the page; for a missing field, where it should stand';
comment on column quarantine.message is 'what is wrong, in words';
comment on column quarantine.evidence is 'the value at fault, shortened; its shape alone where it may hold a name or an account number';
comment on column quarantine.raw_page_id is 'the answer it was first read from';
comment on column quarantine.row_index is 'position in that answer, from 0; null for a page';
comment on column quarantine.row_digest is 'digest of the row or page as sent, and its ordinal among equals of one read';
comment on column quarantine.first_seen_run is 'the run that met it first';
comment on column quarantine.last_seen_run is 'the newest run that met it';
comment on column quarantine.resolved_run is 'the run in which it was understood or no longer sent';
comment on column quarantine.field is 'JSON pointer within the row';
comment on column quarantine.resource is 'accounts, balances or transactions';
comment on column quarantine.consent_id is 'the consent of the newest read that met it';
comment on column quarantine.account_id is 'AccountId that the newest read that met it asked for; null for all of the consent';
comment on column quarantine.booking_date is 'the day on which it would be booked, where the row tells';
comment on column quarantine.from_date is 'first day of the newest read that met it';
comment on column quarantine.to_date is 'last day of the newest read that met it';
comment on column quarantine.last_read_id is 'the newest read that met it';

create table if not exists sent_words (
  institution varchar,
  account_key varchar,
  resource varchar,
  path varchar,
  word varchar,
  standard boolean,
  rows bigint,
  looked bigint,
  unseen bigint,
  first_seen_run varchar,
  last_seen_run varchar,
  stopped_run varchar
);

comment on table sent_words is 'a field that a bank sends, or a code that no list has';
comment on column sent_words.institution is 'the bank';
comment on column sent_words.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column sent_words.resource is 'accounts, balances or transactions';
comment on column sent_words.path is 'the field, from the row on';
comment on column sent_words.word is 'the code, where the field is known and its word is not; null for a field';
comment on column sent_words.standard is 'whether the standard has it';
comment on column sent_words.rows is 'rows that had it, of those looked at';
comment on column sent_words.looked is 'rows looked at from the first to the last that had it';
comment on column sent_words.unseen is 'rows looked at since the last that had it';
comment on column sent_words.first_seen_run is 'the run that met it first';
comment on column sent_words.last_seen_run is 'the newest run that met it';
comment on column sent_words.stopped_run is 'the run that found it gone; null while it is sent';

create or replace view unknown_words as
select institution, resource, path, word, sum(rows)::bigint as rows, min(first_seen_run) as first_seen_run,
  max(last_seen_run) as last_seen_run
from sent_words
where not standard
group by institution, resource, path, word;

comment on view unknown_words is 'a field or code that a bank sends and that no version of the standard has';
comment on column unknown_words.institution is 'the bank';
comment on column unknown_words.resource is 'accounts, balances or transactions';
comment on column unknown_words.path is 'the field, from the row on';
comment on column unknown_words.word is 'the code, where the field is known and its word is not; null for a field';
comment on column unknown_words.rows is 'rows that had it, of those looked at';
comment on column unknown_words.first_seen_run is 'the run that met it first';
comment on column unknown_words.last_seen_run is 'the newest run that met it';
