-- What ledgers have of rows that the book knows otherwise, as a run wrote it down. What the exports of this book would have given of
-- them did not leave.
create or replace temp table kept_rows as
select $seq as load_seq, *
from read_parquet($file);

delete from unwritten_ledger_rows where transaction_key in (select transaction_key from kept_rows);

delete from shipped_rows where transaction_key in (select transaction_key from kept_rows);

delete from restated_rows where transaction_key in (select transaction_key from kept_rows);

delete from ledger_rows where transaction_key in (select transaction_key from kept_rows);

insert into ledger_rows by name
from kept_rows;

insert into shipped_rows by name
select export_id, transaction_key, version
from kept_rows
where entry = 'post';
