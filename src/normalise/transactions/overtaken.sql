-- Rows of the book that a read asked for later has spoken of: by proving their day, or by what it wrote of them. This read
-- does not miss them, and does not say of them what was so before.
update current_rows
set due = false, on_margin = false, overtaken = true
where load_seq in (select load_seq from later_loads)
  or exists (
    select 1 from later_spans l
    where l.account_key = current_rows.account_key and current_rows.booking_date between l.from_date and l.to_date
      and (current_rows.side = 'pending' or current_rows.booking_at >= l.first_at)
  );

-- A row that this read lists and a later one does not may have been moved before what that was asked for: these days are read once
-- more, as they are for a row that is gone.
insert into doubtful_days by name
select s.account_key, min(s.booking_date) - 30 as from_date, max(l.from_date) as to_date, 'row-gone' as reason, b.read_id,
  b.seq as load_seq
from staged_transactions s
join batch b using (read_no)
join later_spans l on l.account_key = s.account_key and s.booking_date between l.from_date and l.to_date
where s.disposition = 'overtaken' and side_of(s.status) = 'booked' and b.complete
  and s.transaction_key not in (select transaction_key from current_rows)
  and (s.account_key, s.content_key) not in (select (account_key, content_key) from current_rows)
group by s.account_key, b.read_id, b.seq
having from_date <= to_date;
