-- The answers from which rows were made, and where the journal keeps them.
create table if not exists raw_pages (
  raw_page_id varchar,
  read_id varchar,
  resource varchar,
  page integer,
  http_status integer,
  received_at timestamptz,
  interaction_id varchar,
  bytes bigint,
  file varchar,
  frame integer
);

comment on table raw_pages is 'one answer as received';
comment on column raw_pages.raw_page_id is 'the answer';
comment on column raw_pages.read_id is 'the read it belongs to';
comment on column raw_pages.resource is 'accounts, balances or transactions';
comment on column raw_pages.page is 'number of the page in its read, from 1; null where it is none';
comment on column raw_pages.http_status is 'status of the answer';
comment on column raw_pages.received_at is 'when it was there';
comment on column raw_pages.interaction_id is 'x-fapi-interaction-id of the answer';
comment on column raw_pages.bytes is 'length of the body';
comment on column raw_pages.file is 'the file that holds it, relative to out/journal';
comment on column raw_pages.frame is 'which zstd frame of that file, from 0';
