-- The figures of each read of the batch, beside its place in the order of all that changes the book, and which account it was of: later
-- its AccountId may be another's. The rows that were written are found again where they are, and not where they were meant to be
-- written.
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
update reads
set rows_read = coalesce(s.rows_read, 0), rows_new = coalesce(w.rows_new, 0), rows_changed = coalesce(w.rows_changed, 0),
  rows_known = coalesce(s.rows_known, 0), rows_repeated = coalesce(s.rows_repeated, 0),
  rows_quarantined = coalesce(s.rows_quarantined, 0), load_seq = b.seq,
  account_key = coalesce(reads.account_key, l.account_key)
from batch b
left join staged_rows s using (read_no)
left join written_rows w using (read_no)
left join account_links l on l.consent_id = b.consent_id and l.account_id = b.account_id
where reads.read_id = b.read_id
returning reads.read_id, reads.rows_read, reads.rows_new, reads.rows_changed, reads.rows_known, reads.rows_repeated, reads.rows_quarantined
