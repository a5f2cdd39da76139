-- A book of three accounts with everything that a file format can stumble over.
create table accounts as
select * from (values
  ('aaaa', 'gb_alder_personal', '00012345678901234567', 'consent-1', 'CACC', 'GBP', 'Everyday, "main"', null, '12345678', '200000', null, 'run-1', 'run-1', 'Operating', '=Trading Ltd', '0120'),
  ('bbbb', 'gb_birch_business', '=cmd|calc', 'consent-2', 'CACC', 'GBP', '', '@payroll', null, null, 'GB00TEST', 'run-1', 'run-1', null, null, null),
  ('cccc', 'gb_elm_personal', '77', 'consent-3', 'WALT', null, 'Wallet', null, null, null, null, 'run-1', 'run-1', null, null, null)
) as t (account_key, institution, account_id, consent_id, type_code, currency, description, nickname,
  account_number, sort_code, iban, first_seen_run, last_seen_run, name, entity, ledger_code);

create view account_owners as
select account_key, institution, account_id, name, entity, ledger_code from accounts;

create table balances as
select balance_key, account_key, type, currency, as_of::timestamptz as as_of, amount::decimal(18, 5) as amount, 'run-1' as run_id
from (values
  ('b2', 'aaaa', 'ITBD', 'GBP', '2026-11-21T06:00:00.123456Z', '-0.10000'),
  ('b1', 'aaaa', 'ITBD', 'GBP', '2026-11-20T06:00:00Z', '1000'),
  ('b3', 'bbbb', 'CLBD', 'GBP', '2026-11-20T23:59:59+01:00', '1234567890123.12345')
) as t (balance_key, account_key, type, currency, as_of, amount);

create table transactions as
select transaction_key, account_key, transaction_id, booking_date::date as booking_date,
  booking_at::timestamptz as booking_at, amount::decimal(18, 5) as amount, currency, description, extra::json as extra,
  version::integer as version, row_index::integer as row_index
from (values
  ('t5', 'bbbb', null, '2026-11-19', null, '-12', 'GBP', '-1+2', null, 1, 4),
  ('t2', 'aaaa', '2', '2026-11-20', '2026-11-20T00:00:00Z', '-100.1', 'GBP', '=HYPERLINK("http://x","y")', null, 1, 1),
  ('t1', 'aaaa', '1', '2026-11-20', '2026-11-20T12:30:00+01:00', '0.00001', 'GBP', 'Café, two' || chr(10) || 'lines', '{"a": "=1", "b": 1.50}', 2, 0),
  ('t0', 'aaaa', '0', '2026-11-21', '2026-11-21T00:00:00Z', '99999999999.99999', 'GBP', chr(9) || 'tab', null, 1, 2),
  ('t4', 'bbbb', '0000000000000000042', '2026-11-19', null, '0', 'GBP', '''quoted''', null, 1, 3),
  ('t6', 'bbbb', '', '2026-11-19', null, '5', 'EUR', chr(13) || 'return', null, 1, 5),
  ('t7', 'bbbb', null, '2026-11-20', null, '-5', 'EUR', '@SUM(A1)', null, 1, 6),
  ('t8', 'bbbb', null, '2026-11-20', null, '-5', 'EUR', '+44 20', null, 1, 6)
) as t (transaction_key, account_key, transaction_id, booking_date, booking_at, amount, currency, description, extra,
  version, row_index);

create table coverage as
select account_key, from_date::date as from_date, to_date::date as to_date, 'r' as read_id
from (values
  ('aaaa', '2026-11-01', '2026-11-10'),
  ('aaaa', '2026-11-03', '2026-11-05'),
  ('aaaa', '2026-11-11', '2026-11-21'),
  ('aaaa', '2026-10-01', '2026-10-30'),
  ('bbbb', '2026-11-20', '2026-11-20')
) as t (account_key, from_date, to_date);

create table reads (read_id varchar, institution varchar, consent_id varchar, started_at timestamptz, from_date date);
create table institutions (institution varchar, timezone varchar);
create table consents (consent_id varchar, transaction_from timestamptz);
create table cut_lists (account_key varchar, read_id varchar, first_listed date, first_at timestamptz);

create table bridges as
select account_key, currency, opening_at::timestamptz as opening_at, closing_at::timestamptz as closing_at,
  opening::decimal(18, 5) as opening, movements::decimal(38, 5) as movements, closing::decimal(18, 5) as closing,
  difference::decimal(38, 5) as difference, balance_type, verdict, reason, evidence::json as evidence
from (values
  ('bbbb', 'EUR', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z', '10', '-10', '1', '1', 'CLBD', 'broken', null, '{"days":["2026-11-20"]}'),
  ('aaaa', 'GBP', '2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z', '1000', '-1000.1', '-0.1', '0', 'ITBD', 'proven', null, null)
) as t (account_key, currency, opening_at, closing_at, opening, movements, closing, difference, balance_type, verdict,
  reason, evidence);

create table verdicts as
select account_key, currency, verdict, proven_from::timestamptz as proven_from, proven_to::timestamptz as proven_to,
  difference::decimal(38, 5) as difference, null::varchar as reason, policy, null::date as released_until, 'run-1' as run_id
from (values
  ('aaaa', 'GBP', 'proven', '2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z', '0', 'hold'),
  ('bbbb', 'EUR', 'broken', '2026-11-19T23:00:00Z', '2026-11-19T23:00:00Z', '1', 'hold')
) as t (account_key, currency, verdict, proven_from, proven_to, difference, policy);

create table releases (
  account_key varchar, run_id varchar, released_at timestamptz, released_by varchar, reason varchar, until_day date
);

create table restatements as
select entry, transaction_key, account_key, booking_date::date as booking_date, amount::decimal(18, 5) as amount, currency,
  description, version::integer as version, export_id
from (values
  ('post', 't5', 'bbbb', '2026-11-19', '-12', 'GBP', '-1+2', 2, null),
  ('reverse', 't5', 'bbbb', '2026-11-19', '13', 'GBP', '-1+2', 1, 'before')
) as t (entry, transaction_key, account_key, booking_date, amount, currency, description, version, export_id);

create table quarantine as
select institution, account_key, resource, row_digest, code, booking_date::date as booking_date, null::date as pending_on, resolved_run
from (values
  ('gb_test', 'aaaa', 'transactions', 'd1', 'amount', '2026-11-18', null),
  ('gb_test', 'aaaa', 'transactions', 'd1', 'currency', '2026-11-18', null),
  ('gb_test', 'aaaa', 'transactions', 'd2', 'amount', '2026-11-17', 'run-1')
) as t (institution, account_key, resource, row_digest, code, booking_date, resolved_run);
