-- What could not be understood, and which fields and words banks send.
create table if not exists quarantine (
  institution varchar,
  account_key varchar, -- the account as the book knows it, whatever consents lead to it; null where the row does not tell
  read_id varchar, -- the read that brought it first
  code varchar, -- what is wrong
  path varchar, -- JSON pointer within the page; for a missing field, where it should stand
  field varchar, -- JSON pointer within the row
  message varchar, -- what is wrong, in words
  evidence varchar, -- the value at fault, shortened; its shape alone where it may hold a name or an account number
  raw_page_id varchar, -- the answer it was first read from
  row_index integer, -- position in that answer, from 0; null for a page
  row_digest varchar, -- digest of the row or page as sent, and its ordinal among equals of one read
  resource varchar,
  consent_id varchar, -- the consent of the newest read that met it
  account_id varchar, -- AccountId that the newest read that met it asked for; null for all of the consent
  booking_date date, -- the day on which it would be booked, where the row tells
  pending_on date, -- of a row that is not booked and tells no day, the newest day on which it was listed; null for any other
  from_date date, -- first day of the newest read that met it
  to_date date, -- last day of the newest read that met it
  first_seen_run varchar, -- the run that met it first
  last_seen_run varchar, -- the newest run that met it
  last_read_id varchar, -- the newest read that met it
  resolved_run varchar -- the run in which it was understood or no longer sent
);

comment on table quarantine is 'a row or page not understood; one line for each of its faults';

-- Rows that were listed before stand in quarantine with the read that brought them first, but that others have gone tells every read.
create table if not exists waiting_reads (
  consent_id varchar, -- the consent
  account_id varchar, -- AccountId under it of an account that nobody knew
  read_id varchar -- a read of transactions that listed rows of that account, and is loaded again once it is known
);

comment on table waiting_reads is 'reads that listed rows of an account before it was known';

create table if not exists sent_words (
  institution varchar,
  account_key varchar,
  resource varchar,
  path varchar, -- the field, from the row on; what stands beside the rows, from the page on
  word varchar, -- the code, where the field is known and its word is not; null for a field
  standard boolean, -- whether the standard has it
  rows bigint, -- rows that had it, of those looked at
  looked bigint, -- rows looked at from the first to the last that had it
  unseen bigint, -- rows looked at since the last that had it
  first_seen_run varchar, -- the run that met it first
  last_seen_run varchar, -- the newest run that met it
  stopped_run varchar -- the run that found it gone; null while it is sent
);

comment on table sent_words is 'a field that a bank sends, or a code that no list has';

create or replace view unknown_words as
select institution, resource, path, word, sum(rows)::bigint as rows, min(first_seen_run) as first_seen_run,
  max(last_seen_run) as last_seen_run
from sent_words
where not standard
group by institution, resource, path, word;

comment on view unknown_words is 'a field or code that a bank sends and that no version of the standard has';
