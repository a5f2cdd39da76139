-- What ledgers have by the files of the newest export, where the book that made it is lost: all that it has of accounts that are still
-- known. Of those that it left out nothing is said; and no words, because nobody knows under which consent they were read.
create or replace temp table ledger_there as
select l.consent_id, r.transaction_key, 'post' as entry, $export as export_id, r.version, r.account_key,
  null::varchar as transaction_id, r.booking_date, r.value_date, r.amount, r.currency, null::varchar as description,
  null::varchar as reference, null::varchar as counterparty_name
from read_parquet($file) r
join (select account_key, min(consent_id) as consent_id from account_links group by account_key) l using (account_key);

delete from ledger_again
where entry <> 'post' and transaction_key not in (select transaction_key from never_left)
  or account_key in (select account_key from export_holds where export_id = $export);

-- What was written down as given, and is not there any more, was taken back.
insert into ledger_there by name
select * replace ('reverse' as entry, $export as export_id)
from ledger_again
where transaction_key in (select transaction_key from ledger_rows where entry = 'post')
  and transaction_key not in (select transaction_key from ledger_there);
