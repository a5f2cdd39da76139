-- What an export restated is written down.
insert into restated_rows by name
select $export as export_id, transaction_key, entry, version
from restatements
where account_key not in (select unnest($held::varchar[]));
