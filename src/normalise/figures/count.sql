-- The figures of each read of the batch. The rows that were written are found again where they are, and not where they were
-- meant to be written.
create or replace temp table figures as
with written as (
  select b.read_no, w.key, w.change
  from ($written where load_seq between $first_seq and $last_seq) w
  join batch b on b.seq = w.load_seq
),
written_rows as (
  select read_no, count(*) filter (where change = 'new') as rows_new,
    count(*) filter (where change in ('changed', 'returned')) as rows_changed
  from written
  group by read_no
),
staged_rows as (
  select s.read_no, count(*) as rows_read,
    count(*) filter (where s.disposition in ('read', 'overtaken') and w.key is null) as rows_known,
    count(*) filter (where s.disposition = 'repeated') as rows_repeated,
    count(*) filter (where s.disposition = 'quarantined') as rows_quarantined
  from $staged s
  left join (select distinct read_no, key from written) w on w.read_no = s.read_no and w.key = s.$key
  group by s.read_no
)
select b.read_no, b.read_id, coalesce(s.rows_read, 0)::integer as rows_read, coalesce(w.rows_new, 0)::integer as rows_new,
  coalesce(w.rows_changed, 0)::integer as rows_changed, coalesce(s.rows_known, 0)::integer as rows_known,
  coalesce(s.rows_repeated, 0)::integer as rows_repeated, coalesce(s.rows_quarantined, 0)::integer as rows_quarantined
from batch b
left join staged_rows s using (read_no)
left join written_rows w using (read_no);
