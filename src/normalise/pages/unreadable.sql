-- A page that the database cannot even look at.
insert into malformed_pages by name
select $frame::integer as frame, $digest as row_digest, fault($code, '', $message, null) as f;
