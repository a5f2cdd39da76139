-- What the rows of transactions have in extra, which fields of the tables they fill, and which of their codes no list has.
-- The empty path is the row itself.
create or replace temp table field_use as
select account_key, used.path, used.word, used.standard, count(*) as rows
from (
  select account_key, unnest(list_concat(fields_in_extra(extra, $objects::varchar[], $standard::varchar[]), [
      field_used('', null, true),
      case when transaction_id is not null then field_used('/TransactionId', null, true) end,
      case when reference is not null then field_used('/TransactionReference', null, true) end,
      case when value_date is not null then field_used('/ValueDateTime', null, true) end,
      case when description is not null then field_used('/TransactionInformation', null, true) end,
      case when bank_transaction_code is not null then field_used('/BankTransactionCode', null, true) end,
      case when proprietary_code is not null then field_used('/ProprietaryBankTransactionCode', null, true) end,
      case when merchant_name is not null then field_used('/MerchantDetails', null, true) end,
      case when running_balance is not null then field_used('/Balance', null, true) end,
      case when not known_bank_transaction_code(bank_transaction_code)
        then field_used('/BankTransactionCode/Code', shown_word(bank_transaction_code), false) end,
      case when not known_bank_transaction_sub_code(bank_transaction_sub_code)
        then field_used('/BankTransactionCode/SubCode', shown_word(bank_transaction_sub_code), false) end
    ])) as used
  from staged
  where is_looked_at(disposition, frame)
)
where used is not null
group by all;
