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
