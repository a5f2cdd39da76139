-- Pending rows: a complete list of them replaces the one before. What this one no longer lists is gone.

insert into pending_listed
select transaction_key, account_key, booking_date, today, run_id from staged_transactions join batch using (read_no)
where disposition = 'read' and side_of(status) = 'pending'
  and transaction_key not in (select transaction_key from pending_listed);

update pending_listed
set last_listed = greatest(last_listed, b.today), last_listed_run = greatest(last_listed_run, b.run_id), booking_date = s.booking_date
from staged_transactions s
join batch b using (read_no)
where s.disposition = 'read' and s.transaction_key = pending_listed.transaction_key;

create or replace temp table gone as
select a.read_no, v.transaction_key, v.account_key, v.version, v.booking_date, v.amount, v.currency, v.transaction_id,
  folded(v.description) as narrative, p.last_listed_run,
  coalesce(v.booking_date between a.from_date and coalesce(a.asked_to, v.booking_date), false) as asked_for,
  a.pending_rule = 'complete' and asked_for and a.asked_to is null as unlisted,
  p.last_listed + a.lookback < a.today as forgotten, a.lookback
from pending_listed p
join transaction_versions v using (transaction_key)
join account_reads a on a.account_key = v.account_key
where a.complete and v.booking_date between $first_pending and $last_pending and v.known_to is null
  and v.status in ('PDNG', 'FUTR') and v.change not in ('booked', 'voided', 'absent')
  and is_permitted(v.amount, a.credits, a.debits)
  and v.content_key not in (select content_key from postponed)
  and v.transaction_key not in (select transaction_key from staged_transactions where disposition = 'read')
  and v.load_seq not in (select load_seq from later_loads)
  and not exists (
    select 1 from later_spans l
    where l.account_key = v.account_key and v.booking_date between l.from_date and l.to_date
  );
