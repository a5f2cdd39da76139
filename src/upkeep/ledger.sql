-- What ledgers have by what a book says of its exports, row by row, if they loaded every one of them.
create or replace temp table $ledger as
with entries as (
  select s.transaction_key, s.version, 'post' as entry, e.export_id, e.load_seq, false as kept
  from $database.main.shipped_rows s
  join $database.main.exports e using (export_id)
  union all
  select r.transaction_key, r.version, r.entry, e.export_id, e.load_seq, false
  from $database.internal.restated_rows r
  join $database.main.exports e using (export_id)
  union all
  select transaction_key, version, entry, export_id, load_seq, true
  from $database.internal.ledger_rows
  union all
  select transaction_key, version, entry, export_id, 9223372036854775807, true
  from $database.internal.unwritten_ledger_rows
),
newest as (
  from entries
  qualify row_number() over (partition by transaction_key order by load_seq desc, entry, version desc) = 1
),
rows_given as (
  select split_part(raw_page_id, '/', 1) as consent_id, transaction_key, version, false as kept, account_key, transaction_id,
    booking_date, value_date, amount, currency, description, reference, counterparty_name
  from $database.internal.transaction_versions
  union all by name
  select consent_id, transaction_key, version, true as kept, account_key, transaction_id, booking_date, value_date, amount, currency,
    description, reference, counterparty_name
  from (
    select * exclude load_seq from $database.internal.ledger_rows
    where transaction_key not in (select transaction_key from $database.internal.unwritten_ledger_rows)
    union all by name
    from $database.internal.unwritten_ledger_rows
  )
)
select r.consent_id, n.transaction_key, n.entry, n.export_id, n.version, r.* exclude (consent_id, transaction_key, version, kept)
from newest n
left join rows_given r on r.transaction_key = n.transaction_key and r.version = n.version
where n.entry <> 'none'
-- What was taken back may be known only as it was kept.
qualify row_number() over (partition by n.transaction_key order by r.kept <> n.kept) = 1;
