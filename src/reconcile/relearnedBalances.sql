-- Rows that are looked at again are in doubt no longer.
delete from doubtful_running_balances
where transaction_key in (select transaction_key from relearned_rows union all select transaction_key from running where is_doubted);
