-- What ledgers have by the files of exports, where the book that made them is lost: of each account that is still known what the newest
-- one that did not hold it back has. Of those whose file is gone nothing is said; and no words, because nobody knows under which
-- consent they were read.
create or replace temp table ledger_there as
select l.consent_id, r.transaction_key, 'post' as entry, e.export_id, r.version, r.account_key,
  null::varchar as transaction_id, r.booking_date, r.value_date, r.amount, r.currency, null::varchar as description,
  null::varchar as reference, null::varchar as counterparty_name
from read_parquet($files, filename = true) r
join (select unnest($files::varchar[]) as filename, unnest($exports::varchar[]) as export_id) f using (filename)
join account_exports e on e.export_id = f.export_id and e.account_key = r.account_key
join (select account_key, min(consent_id) as consent_id from account_links group by account_key) l on l.account_key = r.account_key;

delete from ledger_again
where entry <> 'post' and transaction_key not in (select transaction_key from never_left)
  or account_key not in (select account_key from account_exports where export_id in (select unnest($exports::varchar[])));

-- What was written down as given, and is not there any more, was taken back.
insert into ledger_there by name
select * replace ('reverse' as entry, $newest as export_id)
from ledger_again
where transaction_key in (select transaction_key from ledger_rows where entry = 'post')
  and transaction_key not in (select transaction_key from ledger_there);
