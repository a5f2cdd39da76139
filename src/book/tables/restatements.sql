-- Rows that left in an export and that the book holds otherwise by now: what a ledger takes back, and what it puts in its place.
create table if not exists restated_rows (
  export_id varchar, -- the export that said so
  transaction_key varchar, -- the row
  entry varchar, -- reverse or post
  version integer -- the version that was taken back, or put in its place
);

comment on table restated_rows is 'a row of an export''s restatements';

-- Empty once an export has said it. Of an account that an export left out its rows wait for the next one that has it.
create or replace view restatements as
with touched as materialized (
  select transaction_key
  from transaction_versions
  where version > 1 and load_seq > (select coalesce(max(load_seq), 0) from exports)
  union
  select transaction_key
  from transaction_versions
  where version > 1 and account_key in (select account_key from export_holds)
  union
  select transaction_key
  from withheld_rows
  union
  select transaction_key
  from ledger_rows
),
entries as (
  select l.transaction_key, l.version, l.entry, l.export_id, l.load_seq, true as kept
  from ledger_rows l
  union all
  select s.transaction_key, s.version, 'post', e.export_id, e.load_seq, false
  from shipped_rows s
  join exports e using (export_id)
  where s.transaction_key in (select transaction_key from touched)
  union all
  select r.transaction_key, r.version, r.entry, e.export_id, e.load_seq, false
  from restated_rows r
  join exports e using (export_id)
  where r.transaction_key in (select transaction_key from touched)
),
-- What a ledger has of each row, if it loaded every export; version is null where it was told to take it back.
ledger as (
  select transaction_key, if(entry = 'post', version, null) as version, export_id, kept
  from (
    from entries
    qualify row_number() over (partition by transaction_key order by load_seq desc, entry, version desc) = 1
  )
  where entry <> 'none'
),
-- Stored rows are many and these are few, so they are looked up once.
versions as materialized (
  select transaction_key, account_key, version, status, change, known_to, row_hash, transaction_id, booking_date, value_date, amount,
    currency, description, reference, counterparty_name
  from transaction_versions
  where transaction_key in (select transaction_key from touched)
),
given as (
  select transaction_key, version, export_id, account_key, transaction_id, booking_date, value_date, amount, currency, description,
    reference, counterparty_name
  from ledger_rows
  where entry = 'post'
),
compared as (
  select l.transaction_key, l.version as old_version, n.version as new_version, l.export_id, l.kept,
    if(l.kept,
      (g.account_key, g.booking_date, g.value_date, g.amount, g.currency)
        is distinct from (n.account_key, n.booking_date, n.value_date, n.amount, n.currency),
      o.row_hash is distinct from n.row_hash) as differs
  from ledger l
  left join versions o on o.transaction_key = l.transaction_key and o.version = l.version
  left join given g on g.transaction_key = l.transaction_key
  left join versions n on n.transaction_key = l.transaction_key and n.known_to is null and n.status = 'BOOK' and n.change <> 'absent'
    and n.transaction_key not in (select transaction_key from withheld_rows where known_to is null)
),
said as (
  select transaction_key, 'reverse' as entry, old_version as version, export_id, kept
  from compared
  where old_version is not null and differs
  union all
  select transaction_key, 'post', new_version, null, false
  from compared
  where new_version is not null and differs
)
select s.entry as entry, -- reverse: take the old back; post: the new in its place
  v.transaction_key as transaction_key, -- identity of the payment
  v.account_key,
  v.transaction_id as transaction_id, -- the bank's id
  v.booking_date as booking_date, -- booking day
  v.value_date as value_date, -- day from which it counts for interest
  if(s.entry = 'reverse', -v.amount, v.amount)::decimal(18, 5) as amount, -- signed, credit positive; of a reversal what takes it back
  v.currency,
  v.description as description, -- what the bank says of it
  v.reference as reference, -- reference, as sent
  v.counterparty_name as counterparty_name, -- whom it is from or to
  v.version as version, -- the version that is taken back, or put in its place
  s.export_id as export_id -- the export in which the old one left; null for the new one
from said s
join (
  select *, true as kept from given
  union all by name
  select *, false as kept from versions
) v on v.transaction_key = s.transaction_key and v.version = s.version and v.kept = s.kept;

comment on view restatements is 'rows already exported that have changed since: reverse old, post new; what the next export will say';
