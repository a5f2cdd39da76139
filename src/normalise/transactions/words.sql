-- Which fields of the tables are filled, and the codes of transactions that no list has.
insert into words_now
select account_key, path, null, true, rows
from (
  select account_key,
    unnest(['/TransactionId', '/TransactionReference', '/ValueDateTime', '/TransactionInformation', '/BankTransactionCode',
      '/ProprietaryBankTransactionCode', '/MerchantDetails', '/Balance']) as path,
    unnest([count(transaction_id), count(reference), count(value_date), count(description), count(bank_transaction_code),
      count(proprietary_code), count(merchant_name), count(running_balance)]) as rows
  from looked_at
  group by account_key
)
where rows > 0;

insert into words_now
select account_key, '/BankTransactionCode/Code', shown_word(bank_transaction_code), false, count(*)
from looked_at
where bank_transaction_code is not null and not known_bank_transaction_code(bank_transaction_code)
group by all;

insert into words_now
select account_key, '/BankTransactionCode/SubCode', shown_word(bank_transaction_sub_code), false, count(*)
from looked_at
where bank_transaction_sub_code is not null and not known_bank_transaction_sub_code(bank_transaction_sub_code)
group by all;
