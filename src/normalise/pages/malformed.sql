-- The pages of one read that are no pages, and why.
create or replace temp table malformed_pages (
  page_no integer,
  row_digest varchar,
  f struct(code varchar, path varchar, message varchar, evidence varchar)
);
