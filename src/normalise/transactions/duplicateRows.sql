-- Rows that have an equal, in the answer or in the book. One that has none has the number one already.
create or replace temp table duplicate_rows as
select content_key, side, max(read_no) as read_no, sum(listed)::bigint as listed, sum(known)::bigint as known
from (
  select content_key, side_of(status) as side, any_value(read_no) as read_no, count(*) as listed, 0 as known, any_value(row_hash) as row_hash
  from staged_transactions where identity_tier = 'content' and disposition = 'read' group by all
  union all
  select content_key, side, null, 0, count(*), any_value(row_hash)
  from current_rows group by all
)
group by content_key, side
having sum(listed) > 0 and (sum(listed) > 1 or sum(known) > 1 or count(distinct row_hash) > 1);
