create table if not exists book_layout (digest varchar);

comment on table book_layout is 'what the tables of this book were made from';
comment on column book_layout.digest is 'sha256 of their definitions, hex';
