-- A page that the database cannot even look at.
insert into malformed_pages by name
select $page_no::integer as page_no, $digest as row_digest, fault($code, '', $message, null) as f;
