-- Those of one resource, and their pages, numbered through the batch in the order of the reads and of the answers of each.
create or replace temp table batch as
from batch_reads
where resource = $resource;

create or replace temp table batch_pages as
select unnest(from_json($pages, '[{
  "page_no": "INTEGER", "read_no": "INTEGER", "frame": "INTEGER", "file": "VARCHAR", "raw_page_id": "VARCHAR"
}]'), recursive := true);

-- The time at the bank of an instant, and the instant of a time there. Only for a zone that stands as a text is that cheap.
create or replace temp macro zoned(zone, moment) as $zoned;

-- Which accounts the reads that were loaded before are loaded again for.
create or replace temp table taken_up (read_no integer, account_key varchar);

-- Which read of the batch speaks of an account. There is one at most.
create or replace temp table spoken_of (account_key varchar, read_no integer);
