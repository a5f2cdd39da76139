-- The reads of one resource that are loaded together, by their number in the batch, with the rules of each read's bank; and
-- their pages, numbered through the batch in the order of the reads and of the answers of each.
create or replace temp table batch as
select read.* from (
  select unnest(from_json($reads, '[{
    "read_no": "INTEGER", "read_id": "VARCHAR", "run_id": "VARCHAR", "consent_id": "VARCHAR", "institution": "VARCHAR",
    "account_id": "VARCHAR", "folder": "VARCHAR", "zone": "VARCHAR", "trusted": "BOOLEAN", "lookback": "INTEGER",
    "pending_rule": "VARCHAR", "asked_from": "DATE", "asked_to": "DATE", "margins": "BOOLEAN", "proven_from": "DATE",
    "proven_to": "DATE", "missed_to": "DATE", "read_again_from": "DATE",
    "earlier_frames": "INTEGER[]", "edges_tell": "BOOLEAN", "equal_rows": "BOOLEAN", "shows_twice": "BOOLEAN",
    "today": "DATE", "recent": "DATE", "given_from": "DATE", "complete": "BOOLEAN", "seq": "BIGINT", "known": "TIMESTAMPTZ", "clock": "TIMESTAMPTZ"
  }]')) as read
);

create or replace temp table batch_pages as
select page.page_no, page.read_no, page.file, b.folder || '/' || page.frame as raw_page_id, page.frame
from (
  select unnest(from_json($pages, '[{
    "page_no": "INTEGER", "read_no": "INTEGER", "frame": "INTEGER", "file": "VARCHAR"
  }]')) as page
)
join batch b on b.read_no = page.read_no;

-- The time at the bank of an instant, and the instant of a time there. Only for a zone that stands as a text is that cheap.
create or replace temp macro zoned(zone, moment) as $zoned;

-- Which accounts the reads that were loaded before are loaded again for.
create or replace temp table taken_up (read_no integer, account_key varchar);

-- Which read of the batch speaks of an account. There is one at most.
create or replace temp table spoken_of (account_key varchar, read_no integer);
