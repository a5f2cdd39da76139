-- Transactions: every version of every row, and the views of what counts now.
create table if not exists transaction_versions (
  transaction_key varchar,
  account_key varchar,
  transaction_id varchar,
  status varchar,
  booking_date date,
  booking_at timestamptz,
  value_date date,
  amount decimal(18,5),
  currency varchar,
  description varchar,
  reference varchar,
  counterparty_name varchar,
  counterparty_account varchar,
  merchant_name varchar,
  merchant_category_code varchar,
  bank_transaction_code varchar,
  bank_transaction_sub_code varchar,
  proprietary_code varchar,
  running_balance decimal(18,5),
  extra json,
  version integer,
  identity_tier varchar,
  first_seen_run varchar,
  known_from timestamptz,
  raw_page_id varchar,
  row_index integer,
  known_to timestamptz,
  change varchar,
  previous_key varchar,
  previous_tier varchar,
  status_sent varchar,
  booking_sent varchar,
  bank_transaction_code_sent varchar,
  bank_transaction_sub_code_sent varchar,
  content_key varchar,
  row_hash uhugeint,
  rule_version integer,
  load_seq bigint,
  run_id varchar
);

comment on table transaction_versions is 'every version ever known of every transaction, of every status';
comment on column transaction_versions.transaction_key is 'identity of the payment: a function of what was sent';
comment on column transaction_versions.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column transaction_versions.transaction_id is 'TransactionId as sent; counts as identity only where identity_tier is id';
comment on column transaction_versions.status is 'BOOK, PDNG, FUTR, INFO or RJCT';
comment on column transaction_versions.booking_date is 'the day on which the bank books it';
comment on column transaction_versions.booking_at is 'the instant of booking as sent; midnight where the bank keeps only a day';
comment on column transaction_versions.value_date is 'the day from which it bears interest';
comment on column transaction_versions.amount is 'signed, credit positive';
comment on column transaction_versions.currency is 'ISO 4217 code';
comment on column transaction_versions.description is 'narrative as sent (TransactionInformation)';
comment on column transaction_versions.reference is 'TransactionReference as sent; not unique';
comment on column transaction_versions.counterparty_name is 'the other side, where sent';
comment on column transaction_versions.counterparty_account is 'account of the other side, where sent';
comment on column transaction_versions.merchant_name is 'merchant of a card payment';
comment on column transaction_versions.merchant_category_code is 'ISO 18245 category of the merchant';
comment on column transaction_versions.bank_transaction_code is 'ISO 20022 family';
comment on column transaction_versions.bank_transaction_sub_code is 'ISO 20022 sub family';
comment on column transaction_versions.proprietary_code is 'the own code of the bank';
comment on column transaction_versions.running_balance is 'balance after this row as the bank states it, signed';
comment on column transaction_versions.extra is 'fields that are not understood, as sent';
comment on column transaction_versions.version is 'counts what was said of this payment, from 1';
comment on column transaction_versions.identity_tier is 'id: a trusted TransactionId; content: what was sent, and an ordinal among equals';
comment on column transaction_versions.first_seen_run is 'the run that saw this payment first';
comment on column transaction_versions.known_from is 'when the book learned this';
comment on column transaction_versions.raw_page_id is 'the answer this was read from';
comment on column transaction_versions.row_index is 'position in that answer, from 0';
comment on column transaction_versions.known_to is 'when the book learned better; null while this is current';
comment on column transaction_versions.change is 'new, changed, booked, absent, returned or voided';
comment on column transaction_versions.previous_key is 'the pending or paired row that this one took the place of';
comment on column transaction_versions.previous_tier is 'the evidence for previous_key: id, content, amount or bridge';
comment on column transaction_versions.status_sent is 'the word sent, where it differs from the code';
comment on column transaction_versions.booking_sent is 'BookingDateTime as sent';
comment on column transaction_versions.bank_transaction_code_sent is 'the word sent, where it differs from the code';
comment on column transaction_versions.bank_transaction_sub_code_sent is 'the word sent, where it differs from the code';
comment on column transaction_versions.content_key is 'digest of the fields that do not move';
comment on column transaction_versions.row_hash is 'digest of all that was said';
comment on column transaction_versions.rule_version is 'version of the identity rule';
comment on column transaction_versions.load_seq is 'the load that brought it';
comment on column transaction_versions.run_id is 'the run that read it';

create or replace view transactions as
select
  transaction_key, account_key, transaction_id, status, booking_date, booking_at, value_date, amount, currency,
  description, reference, counterparty_name, counterparty_account, merchant_name, merchant_category_code,
  bank_transaction_code, bank_transaction_sub_code, proprietary_code, running_balance, extra, version,
  identity_tier, first_seen_run, known_from, raw_page_id, row_index
from transaction_versions
where known_to is null and status = 'BOOK' and change <> 'absent';

comment on view transactions is 'a booked transaction as now known; sum(amount) is right as it stands';
comment on column transactions.transaction_key is 'identity of the payment: a function of what was sent';
comment on column transactions.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column transactions.transaction_id is 'TransactionId as sent; counts as identity only where identity_tier is id';
comment on column transactions.status is 'BOOK, PDNG, FUTR, INFO or RJCT';
comment on column transactions.booking_date is 'the day on which the bank books it';
comment on column transactions.booking_at is 'the instant of booking as sent; midnight where the bank keeps only a day';
comment on column transactions.value_date is 'the day from which it bears interest';
comment on column transactions.amount is 'signed, credit positive';
comment on column transactions.currency is 'ISO 4217 code';
comment on column transactions.description is 'narrative as sent (TransactionInformation)';
comment on column transactions.reference is 'TransactionReference as sent; not unique';
comment on column transactions.counterparty_name is 'the other side, where sent';
comment on column transactions.counterparty_account is 'account of the other side, where sent';
comment on column transactions.merchant_name is 'merchant of a card payment';
comment on column transactions.merchant_category_code is 'ISO 18245 category of the merchant';
comment on column transactions.bank_transaction_code is 'ISO 20022 family';
comment on column transactions.bank_transaction_sub_code is 'ISO 20022 sub family';
comment on column transactions.proprietary_code is 'the own code of the bank';
comment on column transactions.running_balance is 'balance after this row as the bank states it, signed';
comment on column transactions.extra is 'fields that are not understood, as sent';
comment on column transactions.version is 'counts what was said of this payment, from 1';
comment on column transactions.identity_tier is 'id: a trusted TransactionId; content: what was sent, and an ordinal among equals';
comment on column transactions.first_seen_run is 'the run that saw this payment first';
comment on column transactions.known_from is 'when the book learned this';
comment on column transactions.raw_page_id is 'the answer this was read from';
comment on column transactions.row_index is 'position in that answer, from 0';

create or replace view pending_transactions as
select
  transaction_key, account_key, transaction_id, status, booking_date, booking_at, value_date, amount, currency,
  description, reference, counterparty_name, counterparty_account, merchant_name, merchant_category_code,
  bank_transaction_code, bank_transaction_sub_code, proprietary_code, running_balance, extra, version,
  identity_tier, first_seen_run, known_from, raw_page_id, row_index
from transaction_versions
where known_to is null and status in ('PDNG', 'FUTR') and change not in ('booked', 'voided', 'absent');

comment on view pending_transactions is 'a transaction that is listed now but not booked (PDNG, FUTR)';
comment on column pending_transactions.transaction_key is 'identity of the payment: a function of what was sent';
comment on column pending_transactions.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column pending_transactions.transaction_id is 'TransactionId as sent; counts as identity only where identity_tier is id';
comment on column pending_transactions.status is 'BOOK, PDNG, FUTR, INFO or RJCT';
comment on column pending_transactions.booking_date is 'the day on which the bank books it';
comment on column pending_transactions.booking_at is 'the instant of booking as sent; midnight where the bank keeps only a day';
comment on column pending_transactions.value_date is 'the day from which it bears interest';
comment on column pending_transactions.amount is 'signed, credit positive';
comment on column pending_transactions.currency is 'ISO 4217 code';
comment on column pending_transactions.description is 'narrative as sent (TransactionInformation)';
comment on column pending_transactions.reference is 'TransactionReference as sent; not unique';
comment on column pending_transactions.counterparty_name is 'the other side, where sent';
comment on column pending_transactions.counterparty_account is 'account of the other side, where sent';
comment on column pending_transactions.merchant_name is 'merchant of a card payment';
comment on column pending_transactions.merchant_category_code is 'ISO 18245 category of the merchant';
comment on column pending_transactions.bank_transaction_code is 'ISO 20022 family';
comment on column pending_transactions.bank_transaction_sub_code is 'ISO 20022 sub family';
comment on column pending_transactions.proprietary_code is 'the own code of the bank';
comment on column pending_transactions.running_balance is 'balance after this row as the bank states it, signed';
comment on column pending_transactions.extra is 'fields that are not understood, as sent';
comment on column pending_transactions.version is 'counts what was said of this payment, from 1';
comment on column pending_transactions.identity_tier is 'id: a trusted TransactionId; content: what was sent, and an ordinal among equals';
comment on column pending_transactions.first_seen_run is 'the run that saw this payment first';
comment on column pending_transactions.known_from is 'when the book learned this';
comment on column pending_transactions.raw_page_id is 'the answer this was read from';
comment on column pending_transactions.row_index is 'position in that answer, from 0';

create or replace macro transactions_as_of(instant) as table
select
  transaction_key, account_key, transaction_id, status, booking_date, booking_at, value_date, amount, currency,
  description, reference, counterparty_name, counterparty_account, merchant_name, merchant_category_code,
  bank_transaction_code, bank_transaction_sub_code, proprietary_code, running_balance, extra, version,
  identity_tier, first_seen_run, known_from, raw_page_id, row_index
from transaction_versions
where status = 'BOOK' and change <> 'absent'
  and known_from <= instant and (known_to is null or known_to > instant);

comment on macro table transactions_as_of is 'transactions as known at an instant';
