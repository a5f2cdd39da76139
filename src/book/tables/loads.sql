-- Everything that made the book, in order: by this list it is made again.
create table if not exists loads (
  load_seq bigint, -- place in that order, from 1
  kind varchar, -- read, export, answer, or set-aside for a read that could not be loaded
  subject varchar, -- the read, the export or the question
  decided_at timestamptz -- when it was decided
);

comment on table loads is 'everything that changed the book, in order; rebuilding the book repeats exactly these';
