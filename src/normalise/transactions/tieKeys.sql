-- Keys that are one payment are tied together: the book goes on using the older.
insert into key_changes by name
select old_key, new_key, account_key, booking_date, $rule_version as rule_version, b.seq as load_seq, b.run_id
from linked_keys
join batch b using (read_no);

update staged_transactions
set transaction_key = a.old_key
from linked_keys a
where staged_transactions.transaction_key = a.new_key and staged_transactions.disposition = 'read';
