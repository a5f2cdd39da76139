-- The answers from which rows were made, and where the journal keeps them.
create table if not exists raw_pages (
  raw_page_id varchar, -- the answer
  read_id varchar, -- the read it belongs to
  resource varchar,
  page integer, -- number of the page in its read, from 1; null where it is none
  http_status integer, -- status of the answer
  received_at timestamptz, -- when it was there
  interaction_id varchar, -- x-fapi-interaction-id of the answer
  bytes bigint, -- length of the body
  file varchar, -- the file that holds it, relative to out/journal
  frame integer, -- which zstd frame of that file, from 0
  extra json -- what it says beside its rows, links and marks, as sent; numbers are written as in every other extra
);

comment on table raw_pages is 'one answer as received';
