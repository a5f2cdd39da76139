-- A list that moves while it is read shows the last rows of one page again as the first of the next (docs/identity.md,
-- rule 3). An id says that it did, or that it did not; so does a read of a list that is known to have stood still, and whose pages
-- do not overlap by rule; and so do edges of which each has as many such rows. Without any, rows that stand on both sides of a page's
-- edge allow two readings. Where the day was read once more after this read, that reading decides and they count as listed again here;
-- where not, both are kept for review.

create or replace temp table edges as
with sides as (
  select read_no, page_no,
    list(row_hash order by row_index) as rows,
    lead(page_no) over (partition by read_no order by page_no) as next_frame
  from staged_transactions
  where read_no in (select read_no from staged_transactions where identity_tier = 'content' and disposition = 'read')
  group by read_no, page_no
)
select a.read_no, a.next_frame as page_no,
  list_max(list_filter(
    -- Few rows are equal to the last of the page before: whole edges are compared up to these.
    list_filter(range(1, least(len(a.rows), len(b.rows)) + 1), lambda j: b.rows[j] = a.rows[-1]),
    lambda j: a.rows[-j:] = b.rows[:j]
  )) as rows
from sides a
join sides b on b.page_no = a.next_frame;

-- Pages of which every one begins with the last rows of the one before overlap by rule, unless there are few of them, or rows that stand
-- beside each other are equal so often that one list in a thousand would look so by chance.
create or replace temp table ruled_overlaps as
select e.read_no, e.rows
from (select read_no, count(*) as edges, min(coalesce(rows, 0)) as rows from edges group by read_no) e
join batch r on r.read_no = e.read_no and not r.edges_tell
join (
  select read_no, count(*) filter (where row_hash = next_hash) as equal, count(next_hash) as pairs
  from (
    select read_no, row_hash, lead(row_hash) over (partition by page_no order by row_index) as next_hash
    from staged_transactions
    where read_no in (select read_no from edges where rows > 0)
  )
  group by read_no
) b on b.read_no = e.read_no
where e.rows > 0 and e.edges > 2 and e.edges * ln((b.pairs + 2) / (b.equal + 1)) > ln(1000);

update staged_transactions
set disposition = 'repeated'
from edges e, ruled_overlaps r
where staged_transactions.page_no = e.page_no and r.read_no = e.read_no and staged_transactions.row_index < r.rows
  and staged_transactions.identity_tier = 'content' and staged_transactions.disposition = 'read';

insert into overlapping_rows by name
select s.read_no, s.page_no, s.row_index, s.account_key, s.content_key, s.booking_date, side_of(s.status) as side,
  coalesce(s.booking_date >= b.read_again_from, false) as decided
from staged_transactions s
join edges e on e.page_no = s.page_no and s.row_index < e.rows
join batch b on b.read_no = s.read_no
where s.identity_tier = 'content' and s.disposition = 'read' and not b.edges_tell
  and s.read_no not in (select read_no from ruled_overlaps)
  -- A believed id that stands on no other row of the answer: had the row been listed again, it would.
  and not (b.trusted and s.transaction_id is not null
    and s.account_key not in (select account_key from known_findings where code = 'ids-are-positions')
    and (s.account_key, side_of(s.status), s.transaction_id) in (
      select (account_key, side_of(status), transaction_id) from staged_transactions
      where transaction_id is not null group by all having count(*) = 1
    ));

update staged_transactions
set disposition = 'repeated'
from overlapping_rows
where overlapping_rows.decided and staged_transactions.page_no = overlapping_rows.page_no and staged_transactions.row_index = overlapping_rows.row_index;

-- Rows of which this reading does not say how many there are.
insert into postponed
select distinct content_key from overlapping_rows where decided;
