-- What the book holds of the accounts and days of each read. Rows are stored as they arrive, so the literal span of booking
-- days is what keeps a night as cheap as what comes in. A row is due where a complete list would show it: on the days that the
-- list proves. A read of before margins were asked for proves its first and last day in part: a bank may have taken the bounds
-- for UTC, so a row at an instant that lies beyond them there is not due. On the days around those that are proven a row may be
-- listed or not: what is listed there is compared, and nothing is concluded from what is not.
create or replace temp table current_rows as
select v.transaction_key, v.account_key, v.transaction_id, v.row_hash, v.content_key, v.identity_tier, v.version, v.change,
  v.booking_date, v.booking_at, v.amount, v.currency, v.first_seen_run, v.previous_key, v.previous_tier,
  side_of(v.status) as side,
  coalesce(
    v.booking_date >= coalesce(a.first_whole, a.from_date)
    and (
      v.booking_date <= coalesce(a.last_whole, v.booking_date)
      -- Who lists what is dated after the end of the consent's span does not end the list there.
      or a.missed_to is null and v.booking_date > a.today and starts_with(v.raw_page_id, a.consent_id || '/')
    )
    and (
      a.margins
      or zoned(a.zone, v.booking_at)::time = '00:00:00'
      or ((a.asked_from is null or v.booking_at >= timezone('UTC', a.from_date::timestamp))
        and (a.asked_to is null or v.booking_at < timezone('UTC', (a.to_date + 1)::timestamp)))
    ), false
  ) as due,
  a.margins and coalesce(
    v.booking_date between coalesce(a.asked_from, a.from_date) - 1 and a.first_whole - 1
    or v.booking_date between a.last_whole + 1 and a.asked_to + 1, false
  ) as on_margin,
  v.load_seq, false as overtaken
from transaction_versions v
join account_reads a using (account_key)
join read_spans p using (read_no)
where v.booking_date between $first_day and $last_day and v.booking_date between p.first_day and p.last_day
  and v.known_to is null;

-- Booked rows of the book on days that a complete list need not show, and does not.
create or replace temp view unlisted_on_margin as
select c.*, a.zone
from current_rows c
join account_reads a using (account_key)
where a.complete and c.on_margin and c.side <> 'pending' and not is_over(c.change)
  and c.transaction_key not in (select transaction_key from staged_transactions where disposition = 'read');

-- A row with an id can move to a day outside the span: look for it among all rows, but only for what seems new.
insert into current_rows
select v.transaction_key, v.account_key, v.transaction_id, v.row_hash, v.content_key, v.identity_tier, v.version, v.change,
  v.booking_date, v.booking_at, v.amount, v.currency, v.first_seen_run, v.previous_key, v.previous_tier,
  side_of(v.status), false, false, v.load_seq, false
from transaction_versions v
join (
  select transaction_key from staged_transactions
  where identity_tier = 'id' and disposition = 'read'
  except select transaction_key from current_rows
) n using (transaction_key)
where v.known_to is null;
