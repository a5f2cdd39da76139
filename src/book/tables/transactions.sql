-- Transactions: every version of every row, and the views of what counts now.
create table if not exists transaction_versions (
  transaction_key varchar, -- identity of the payment: a function of what was sent
  account_key varchar,
  $columns
  extra json,
  version integer, -- counts the versions of this payment, from 1
  identity_tier varchar, -- id: a trusted TransactionId; content: what was sent, and an ordinal among equals
  first_seen_run varchar, -- the run that saw this payment first
  known_from timestamptz,
  raw_page_id varchar,
  row_index integer,
  known_to timestamptz, -- when the book learned better; null while this is current
  change varchar, -- new, changed, booked, absent, returned or voided
  previous_key varchar, -- the pending or paired row that this one took the place of
  previous_tier varchar, -- the evidence for previous_key: id, content, amount or bridge
  $internal_columns
  content_key varchar, -- digest of the fields that do not move
  row_hash uhugeint, -- digest of all that makes a version
  rule_version integer, -- version of the identity rule
  load_seq bigint,
  run_id varchar -- the run that read it
);

comment on table transaction_versions is 'every version ever known of every transaction, of every status';

create or replace view transactions as
select transaction_key, account_key, $shown, extra, version, identity_tier, first_seen_run, known_from, raw_page_id,
  row_index
from transaction_versions
where known_to is null and status = 'BOOK' and change <> 'absent'
  and transaction_key not in (select transaction_key from withheld_rows where known_to is null);

comment on view transactions is 'a booked transaction as now known; sum(amount) is right as it stands';

create or replace view pending_transactions as
select transaction_key, account_key, $shown, extra, version, identity_tier, first_seen_run, known_from, raw_page_id,
  row_index
from transaction_versions
where known_to is null and status in ('PDNG', 'FUTR') and change not in ('booked', 'voided', 'absent')
  and transaction_key not in (select transaction_key from withheld_rows where known_to is null);

comment on view pending_transactions is 'a transaction that is listed now but not booked (PDNG, FUTR)';

create or replace macro transactions_as_of(instant) as table
select transaction_key, account_key, $shown, extra, version, identity_tier, first_seen_run, known_from, raw_page_id,
  row_index
from transaction_versions
where status = 'BOOK' and change <> 'absent'
  and known_from <= instant and (known_to is null or known_to > instant)
  and transaction_key not in (
    select w.transaction_key from withheld_rows w
    where w.known_from <= instant and (w.known_to is null or w.known_to > instant)
  );

comment on macro table transactions_as_of is 'transactions as known at an instant';
