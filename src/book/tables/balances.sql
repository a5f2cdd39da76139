-- Balances as they were stated, their credit lines, and the newest of each.
create table if not exists balances (
  balance_key varchar,
  account_key varchar,
  type varchar,
  type_sent varchar,
  sub_type varchar,
  currency varchar,
  as_of timestamptz,
  amount decimal(18,5),
  local_amount decimal(18,5),
  local_currency varchar,
  extra json,
  known_from timestamptz,
  load_seq bigint,
  run_id varchar,
  raw_page_id varchar,
  row_index integer
);

comment on table balances is 'one balance as a bank stated it once';
comment on column balances.balance_key is 'digest of all that was said of this balance; numbered where the bank came back to it';
comment on column balances.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column balances.type is 'balance type, version 4 code';
comment on column balances.type_sent is 'the word sent, where it differs from the code';
comment on column balances.sub_type is 'BCUR base currency or LCUR local currency';
comment on column balances.currency is 'ISO 4217 code';
comment on column balances.as_of is 'the instant for which the bank states it';
comment on column balances.amount is 'signed, credit positive';
comment on column balances.local_amount is 'the same balance in the local currency, signed';
comment on column balances.local_currency is 'ISO 4217 code of local_amount';
comment on column balances.extra is 'fields that are not understood, as sent';
comment on column balances.known_from is 'when the book learned this';
comment on column balances.load_seq is 'the load that brought it';
comment on column balances.run_id is 'the run that read it first';
comment on column balances.raw_page_id is 'the answer it was first read from';
comment on column balances.row_index is 'position in that answer, from 0';

create table if not exists credit_lines (
  balance_key varchar,
  type varchar,
  included boolean,
  amount decimal(18,5),
  currency varchar
);

comment on table credit_lines is 'one credit line of a balance';
comment on column credit_lines.balance_key is 'the balance it belongs to';
comment on column credit_lines.type is 'Available, Credit, Pre-Agreed, Emergency, Temporary, as sent';
comment on column credit_lines.included is 'whether the amount of the balance already contains it';
comment on column credit_lines.amount is 'the size of the line';
comment on column credit_lines.currency is 'ISO 4217 code';

create or replace view latest_balances as
select balance_key, account_key, type, sub_type, currency, as_of, amount, local_amount, local_currency, known_from, run_id,
  raw_page_id
from balances
qualify row_number() over (
  partition by account_key, type, sub_type, currency
  order by as_of desc, load_seq desc, type_sent = 'InterimCleared' nulls first, balance_key
) = 1;

comment on view latest_balances is 'the newest balance per account, type, sub type and currency';
comment on column latest_balances.balance_key is 'digest of all that was said of this balance; numbered where the bank came back to it';
comment on column latest_balances.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column latest_balances.type is 'balance type, version 4 code';
comment on column latest_balances.sub_type is 'BCUR base currency or LCUR local currency';
comment on column latest_balances.currency is 'ISO 4217 code';
comment on column latest_balances.as_of is 'the instant for which the bank states it';
comment on column latest_balances.amount is 'signed, credit positive';
comment on column latest_balances.local_amount is 'the same balance in the local currency, signed';
comment on column latest_balances.local_currency is 'ISO 4217 code of local_amount';
comment on column latest_balances.known_from is 'when the book learned this';
comment on column latest_balances.run_id is 'the run that read it first';
comment on column latest_balances.raw_page_id is 'the answer it was first read from';
