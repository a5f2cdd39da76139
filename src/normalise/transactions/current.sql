-- What the book holds of the accounts and days of this read. Rows are stored as they arrive, so the literal span of booking
-- days is what keeps a night as cheap as what comes in.
create or replace temp table current_rows as
select v.transaction_key, v.account_key, v.row_hash, v.content_key, v.identity_tier, v.version, v.change, v.booking_date,
  v.booking_at, v.amount, v.currency, v.first_seen_run, v.previous_key, v.previous_tier, side_of(v.status) as side
from transaction_versions v
where v.account_key in (select account_key from read_accounts)
  and v.booking_date between $first_day and $last_day
  and v.known_to is null;

-- A row with an id can move to a day outside the span: look for it among all rows, but only for what seems new.
insert into current_rows
select v.transaction_key, v.account_key, v.row_hash, v.content_key, v.identity_tier, v.version, v.change, v.booking_date,
  v.booking_at, v.amount, v.currency, v.first_seen_run, v.previous_key, v.previous_tier, side_of(v.status)
from transaction_versions v
join (
  select transaction_key from staged
  where identity_tier = 'id' and disposition = 'read'
  except select transaction_key from current_rows
) n using (transaction_key)
where v.known_to is null and not (v.booking_date between $first_day and $last_day);
