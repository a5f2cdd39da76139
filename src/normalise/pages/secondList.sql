-- Pages that hold a second list of what was asked for, under a name that is spelt otherwise: nobody knows which is whole.
insert into malformed_pages by name
select page_no, md5(content) as row_digest, second_list_fault(page, $list) as f
from pages_in($files)
where f is not null;
