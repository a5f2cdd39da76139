-- Everything that made the book, in order: by this list it is made again.
create table if not exists loads (
  load_seq bigint,
  kind varchar,
  subject varchar,
  decided_at timestamptz
);

comment on table loads is 'everything that changed the book, in order; rebuilding the book repeats exactly these';
comment on column loads.load_seq is 'place in that order, from 1';
comment on column loads.kind is 'read or export';
comment on column loads.subject is 'the read or the export';
comment on column loads.decided_at is 'when it was decided';
