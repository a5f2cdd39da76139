-- What the rows of transactions have in extra, which fields of the tables they fill, and which of their codes no list has.
-- The empty path is the row itself.
create or replace temp table words_now as
select account_key, said.path, said.word, said.standard, count(*) as rows
from (
  select account_key, unnest(list_concat(said_in_extra(extra, $objects::varchar[], $standard::varchar[]), [
      said('', null, true),
      case when transaction_id is not null then said('/TransactionId', null, true) end,
      case when reference is not null then said('/TransactionReference', null, true) end,
      case when value_date is not null then said('/ValueDateTime', null, true) end,
      case when description is not null then said('/TransactionInformation', null, true) end,
      case when bank_transaction_code is not null then said('/BankTransactionCode', null, true) end,
      case when proprietary_code is not null then said('/ProprietaryBankTransactionCode', null, true) end,
      case when merchant_name is not null then said('/MerchantDetails', null, true) end,
      case when running_balance is not null then said('/Balance', null, true) end,
      case when not known_bank_transaction_code(bank_transaction_code)
        then said('/BankTransactionCode/Code', shown_word(bank_transaction_code), false) end,
      case when not known_bank_transaction_sub_code(bank_transaction_sub_code)
        then said('/BankTransactionCode/SubCode', shown_word(bank_transaction_sub_code), false) end
    ])) as said
  from staged
  where is_looked_at(disposition, frame)
)
where said is not null
group by all;
