-- The digest of all that the tables of this book were made from, in hex.
create table if not exists book_layout (digest varchar);
