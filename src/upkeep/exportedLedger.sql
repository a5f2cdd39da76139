-- What ledgers have by the files of the newest export, where the book that made it is lost: all that it has, and of accounts that it left
-- out nothing is known.
create or replace temp table ledger_there as
select coalesce(l.consent_id, (select min(consent_id) from consents)) as consent_id, r.transaction_key, 'post' as entry,
  $export as export_id, r.version, r.account_key, r.transaction_id, r.booking_date, r.value_date, r.amount, r.currency, r.description,
  r.reference, r.counterparty_name
from read_parquet($file) r
left join (select account_key, min(consent_id) as consent_id from account_links group by account_key) l using (account_key);

delete from ledger_again
where entry <> 'post' or account_key in (select account_key from export_holds where export_id = $export);

-- What was written down as given, and is not there any more, was taken back.
insert into ledger_there by name
select * replace ('reverse' as entry, $export as export_id)
from ledger_again
where transaction_key in (select transaction_key from ledger_rows where entry = 'post')
  and transaction_key not in (select transaction_key from ledger_there);
