-- The digest of all that the tables of this book were made from, in hex, and the version of the rules by which its rows were.
create table if not exists book_layout (digest varchar, rule_version integer);
alter table book_layout add column if not exists rule_version integer;
