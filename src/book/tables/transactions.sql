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
  previous_tier varchar, -- the evidence for previous_key: id, content, narrative or amount
  $internal_columns
  content_key varchar, -- digest of the fields that do not move
  row_hash uhugeint, -- digest of all that makes a version
  rule_version integer, -- version of the identity rule
  load_seq bigint,
  run_id varchar -- the run that read it
);

comment on table transaction_versions is 'every version ever known of every transaction, of every status';

create or replace view described_versions as
select v.*,
  case when v.running_balance is not null
    then v.transaction_key in (select transaction_key from doubtful_running_balances) end
    as running_balance_doubtful, -- whether running_balance contradicts those of the rows around it; then nothing uses it
  coalesce(
    nullif(trim(v.merchant_name), ''), nullif(trim(v.counterparty_name), ''), nullif(trim(v.description), '')
  ) as payee, -- whom it is from or to, as payee_source says
  case
    when trim(v.merchant_name) <> '' then 'merchant'
    when trim(v.counterparty_name) <> '' then 'counterparty'
    when trim(v.description) <> '' then 'narrative'
  end as payee_source, -- what payee was taken from: merchant, counterparty or narrative
  c.name as category, -- what merchant_category_code means, of the relation codes
  -- Few rows have these, and a look for a name costs a tenth of a look into the object.
  case when contains(v.extra::varchar, '"ChargeAmount"') then if(
    regexp_full_match(v.extra ->> '$.ChargeAmount.Amount', '[0-9]{1,13}([.][0-9]{1,5})?'),
    try_cast(v.extra ->> '$.ChargeAmount.Amount' as decimal(18, 5)), null
  ) end as charge_amount, -- what the bank charged for it, as sent and so without a sign; whether amount holds it only the bank knows
  case when contains(v.extra::varchar, '"ChargeAmount"') then v.extra ->> '$.ChargeAmount.Currency'
    end as charge_currency, -- ISO 4217 code of charge_amount
  case when contains(v.extra::varchar, '"CurrencyExchange"')
    then try_cast(v.extra ->> '$.CurrencyExchange.ExchangeRate' as decimal(28, 12))
    end as exchange_rate, -- as the bank states it
  case when contains(v.extra::varchar, '"CurrencyExchange"') then if(
    regexp_full_match(v.extra ->> '$.CurrencyExchange.InstructedAmount.Amount', '[0-9]{1,13}([.][0-9]{1,5})?'),
    nullif(sign(v.amount)::integer, 0) * try_cast(v.extra ->> '$.CurrencyExchange.InstructedAmount.Amount' as decimal(18, 5)), null
  )::decimal(18, 5) end as original_amount, -- the same movement in the currency in which it was instructed, signed like amount; null where that is zero
  case when contains(v.extra::varchar, '"CurrencyExchange"') then coalesce(
    v.extra ->> '$.CurrencyExchange.InstructedAmount.Currency',
    nullif(v.extra ->> '$.CurrencyExchange.SourceCurrency', v.currency)
  ) end as original_currency -- ISO 4217 code of original_amount, or of what it was exchanged from
from transaction_versions v
left join codes c on c.code_set = 'merchant_category_code' and c.code = v.merchant_category_code;

comment on view described_versions is 'every version with what is made of what stands in it';

create or replace view transaction_versions as
select *
from described_versions;

comment on view transaction_versions is 'every version ever known of every transaction, of every status';

create or replace view transactions as
select transaction_key, account_key, $shown, $derived, extra, version, identity_tier, first_seen_run, known_from, raw_page_id,
  row_index
from described_versions
where known_to is null and status = 'BOOK' and change <> 'absent'
  and transaction_key not in (select transaction_key from withheld_rows where known_to is null);

comment on view transactions is 'a booked transaction as now known; sum(amount) is right as it stands';

create or replace view pending_transactions as
select transaction_key, account_key, $shown, $derived, extra, version, identity_tier, first_seen_run, known_from, raw_page_id,
  row_index
from described_versions
where known_to is null and status in ('PDNG', 'FUTR') and change not in ('booked', 'voided', 'absent')
  and transaction_key not in (select transaction_key from withheld_rows where known_to is null);

comment on view pending_transactions is 'a transaction that is listed now but not booked (PDNG, FUTR)';

create or replace macro transactions_as_of(instant) as table
select transaction_key, account_key, $shown, $derived, extra, version, identity_tier, first_seen_run, known_from, raw_page_id,
  row_index
from described_versions
where status = 'BOOK' and change <> 'absent'
  and known_from <= instant and (known_to is null or known_to > instant)
  and transaction_key not in (
    select w.transaction_key from withheld_rows w
    where w.known_from <= instant and (w.known_to is null or w.known_to > instant)
  );

comment on macro table transactions_as_of is 'transactions as known at an instant';

-- An answer makes no version: a row that counts no more by one since then is told as one that the bank lists no more, and one that
-- counts again as one that came back.
create or replace macro changes_since(instant) as table
with withheld as (
  select transaction_key, max(known_from) filter (where known_to is null) as since, max(known_to) as until,
    bool_or(known_from <= instant and (known_to is null or known_to > instant)) as was_withheld
  from withheld_rows
  group by transaction_key
),
answered as (
  select transaction_key, since is not null as is_withheld, coalesce(since, until) as answered_at,
    is_withheld <> was_withheld and answered_at > instant as is_told
  from withheld
)
select v.* replace (
    case
      when a.is_withheld and v.known_to is null then 'absent'
      when v.known_from <= instant then 'returned'
      else v.change
    end as change,
    if(a.is_told and v.known_to is null, greatest(v.known_from, a.answered_at), v.known_from) as known_from
  )
from described_versions v
left join answered a using (transaction_key)
where v.known_from > instant or (a.is_told and v.known_to is null and v.change not in ('absent', 'voided'));

comment on macro table changes_since is 'versions of transactions that the book learned after an instant, and rows that by an answer count no more or again since; what a purge took away it does not name';
