-- Of rows that both list holds what the one says that was asked for later, and so does it where it shows another row in the place
-- of one. That it leaves a row out does not hold: this read lists it.
update current_rows
set overtaken = true
where (
    load_seq in (select load_seq from later_elsewhere)
    or exists (
      select 1 from later_elsewhere l join coverage c using (read_id)
      where c.account_key = current_rows.account_key and current_rows.booking_date >= c.from_date
        and (l.open_ended or current_rows.booking_date <= c.to_date)
    )
  )
  and (
    change not in ('absent', 'voided')
    or transaction_key in (select previous_key from current_rows where previous_key is not null)
  );
