-- Takes the rows out of some pages of the batch and understands them one by one. A page or a row of any shape passes. A row
-- that is not plainly sound is called unchecked, and is kept as it was sent until it is validated. What is not of the common
-- shape is set apart, because what remains of any other takes as long to plan as all else here.
insert into staged_transactions by name
with parsed as (
  select *, json_extract_string(sent, $paths) as texts
  from $rows
),
named as (
  select read_no, page_no, lone, odd_page, row_index, sent, $texts as t, $objects as whole
  from parsed
),
coded as (
  select *, $first_columns, direction(t.indicator) as direction, is_instant(t.booking_sent) as dated
  from named
),
understood as (
  select coded.*, b.account_id as asked, b.zone, b.trusted, links.account_key, amount_of(t.amount) as unsigned,
    case when dated then booking_day(t.booking_sent, b.zone) end as booking_date
  from coded
  left join batch b using (read_no)
  left join account_links links on links.consent_id = b.consent_id and links.account_id = t.account_id
),
-- Nearly every row is sound, and only of the others the types are asked: what is no text is no status, date or currency
-- either. The text of a row has no blanks between its parts.
validated as (
  select *, coalesce(account_key is not null and direction is not null and known_transaction_status_code(status)
    and booking_date is not null and unsigned is not null and length(t.amount) <= 16
    and regexp_full_match(t.currency, '[A-Z]{3}') and contains(sent::varchar, '"AccountId":"')
    and (t.transaction_id is null or contains(sent::varchar, '"TransactionId":"'))
    and (asked is null or t.account_id = asked) and not is_too_long(sent), false) as sound
  from understood
),
-- An id of another type than text or whole number is none.
named_by as (
  select *, case when not sound then json_type(sent, '$.TransactionId') end as id_kind
  from validated
),
typed as (
  select *,
    signed(direction, unsigned) as amount,
    folded(t.description) as narrative,
    nullif(trim(t.proprietary_code), '') as proprietary_code,
    sound or coalesce(id_kind in ('VARCHAR', 'UBIGINT', 'BIGINT', 'NULL'), true) as id_understood,
    if(id_understood and trim(t.transaction_id) <> '', t.transaction_id, null) as transaction_id,
    booking_instant(t.booking_sent, zone) as booking_at,
    case when t.value_sent = t.booking_sent then booking_date
      when is_instant(t.value_sent) then booking_day(t.value_sent, zone) end as value_date,
    case direction when 'Debit' then coalesce(nullif(t.creditor_name, ''), t.ultimate_creditor_name)
      else coalesce(nullif(t.debtor_name, ''), t.ultimate_debtor_name) end as counterparty_name,
    -- A lone dash stands for none at one bank.
    nullif(case direction when 'Debit' then t.creditor_account else t.debtor_account end, '-') as counterparty_account,
    signed(direction(t.running_indicator), amount_of(t.running_balance)) as running_balance,
    case when t.mutability in ('Mutable', 'Immutable') then t.mutability end as mutability
  from named_by
),
-- What is not understood is kept.
shaped as (
  select *, $shape as shape
  from typed
),
merged as (
  select *, $rest as rest
  from shaped
),
with_remainder as (
  select *, $duplicates as duplicates, $apart as apart
  from merged
),
keyed as (
  select *,
    md5(concat_ws(chr(31), account_key, direction, amount::varchar, t.currency, booking_date::varchar,
      coalesce(narrative, ''), coalesce(proprietary_code, ''))) as content_key,
    side_of(status) as side
  from with_remainder
)
select read_no, page_no, lone, odd_page, row_index, t.account_id, account_key, $columns, $extra as extra,
  if(len(duplicates) > 0, duplicates, null) as duplicates, coalesce(starts_with(t.amount, '-'), false) as minus_dropped,
  case when apart or not sound then sent end as sent, apart, content_key,
  md5_number(concat_ws(chr(31), content_key, $versioned)) as row_hash,
  case when trusted and transaction_id is not null then 'id' else 'content' end as identity_tier,
  1 as occurrence,
  case when trusted and transaction_id is not null then identified_key(side, account_key, transaction_id)
    else content_identity(side, content_key, 1) end as transaction_key,
  if(sound, 'read', 'unchecked') as disposition
from keyed
-- Rows come from several readers, and an insert takes them from one after the other. What is ordered first is made by all threads;
-- so that it is, no join may turn round and gather the rows before they are understood.
order by page_no, row_index;
