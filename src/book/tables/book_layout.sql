-- The digest of all that the tables of this book were made from, in hex; the version of the rules by which its rows were; the
-- columns, as table.column, that its tables were given after there were rows in them; and the version of its tables.
create table if not exists book_layout (digest varchar, rule_version integer, late varchar[]);
alter table book_layout add column if not exists rule_version integer;
alter table book_layout add column if not exists late varchar[];
alter table book_layout add column if not exists schema_version integer;
