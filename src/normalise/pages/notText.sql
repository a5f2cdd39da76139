-- A page that is not even text.
insert into malformed_pages by name
select $frame::integer as frame, $digest as row_digest, fault('page-not-utf8', '', 'the answer is not UTF-8 text', null) as f;
