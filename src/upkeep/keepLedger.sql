-- Of what ledgers have, as it was known before this book was made, all that this book knows otherwise, until a run writes it down.
insert into unwritten_ledger_rows by name
select t.*
from ledger_there t
left join ledger_again a using (transaction_key)
where t.consent_id is not null
  and (
    a.entry is distinct from t.entry
    or t.entry = 'post'
      and (a.account_key, a.booking_date, a.value_date, a.amount, a.currency)
        is distinct from (t.account_key, t.booking_date, t.value_date, t.amount, t.currency)
  )
union all by name
select a.consent_id, a.transaction_key, 'none' as entry
from ledger_again a
anti join ledger_there t using (transaction_key)
where a.consent_id is not null;
