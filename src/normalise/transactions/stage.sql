-- Takes the rows out of some pages of a read and understands them one by one. A page or a row of any shape passes. A row
-- that is not plainly sound is called unchecked, and is kept as it was sent until it is validated.
insert into staged by name
with pages as (
  select regexp_extract(filename, '(\d+)\.json$', 1)::integer as frame,
    try_cast(ltrim(content, chr(65279)) as json) as page
  from read_text($files)
),
lists as (
  -- One object where a list belongs is a list of one.
  select frame, len(listed) = 0 as lone,
    case when len(listed) > 0 then listed
      when json_type(page, '$.Data.Transaction') = 'OBJECT' then [json_extract(page, '$.Data.Transaction')]
    end as rows
  from (select frame, page, json_extract(page, '$.Data.Transaction[*]') as listed from pages)
),
sent as (
  select frame, lone, unnest(rows) as sent, (generate_subscripts(rows, 1) - 1)::integer as row_index
  from lists
),
parsed as (
  select frame, lone, row_index, sent,
    json_extract_string(sent, ['$.AccountId', '$.TransactionId', '$.TransactionReference', '$.Status',
      '$.CreditDebitIndicator', '$.BookingDateTime', '$.ValueDateTime', '$.TransactionInformation', '$.Amount.Amount',
      '$.Amount.Currency', '$.BankTransactionCode.Code', '$.BankTransactionCode.SubCode',
      '$.ProprietaryBankTransactionCode.Code', '$.MerchantDetails.MerchantName', '$.MerchantDetails.MerchantCategoryCode',
      '$.CreditorAccount.Identification', '$.CreditorAccount.Name', '$.DebtorAccount.Identification',
      '$.DebtorAccount.Name', '$.UltimateCreditor.Name', '$.UltimateDebtor.Name', '$.Balance.Amount.Amount',
      '$.Balance.CreditDebitIndicator', '$.Amount', '$.BankTransactionCode', '$.ProprietaryBankTransactionCode',
      '$.MerchantDetails', '$.CreditorAccount', '$.DebtorAccount', '$.Balance']) as texts
  from sent
),
named as (
  select frame, lone, row_index, sent,
    {'account_id': texts[1], 'transaction_id': texts[2], 'reference': texts[3], 'status': texts[4], 'indicator': texts[5],
      'booking': texts[6], 'value': texts[7], 'description': texts[8], 'amount': texts[9], 'currency': texts[10],
      'code': texts[11], 'sub_code': texts[12], 'proprietary_code': texts[13], 'merchant': texts[14],
      'category': texts[15], 'creditor_account': texts[16], 'creditor': texts[17], 'debtor_account': texts[18],
      'debtor': texts[19], 'ultimate_creditor': texts[20], 'ultimate_debtor': texts[21], 'running': texts[22],
      'running_indicator': texts[23]} as t,
    {'amount': texts[24], 'code': texts[25], 'proprietary': texts[26], 'merchant': texts[27], 'creditor': texts[28],
      'debtor': texts[29], 'balance': texts[30]} as whole
  from parsed
),
words as (
  select *,
    transaction_status_code(t.status) as status,
    direction(t.indicator) as direction,
    is_instant(t.booking) as dated
  from named
),
understood as (
  select frame, lone, row_index, sent, t, whole, status, direction, links.account_key,
    amount_of(t.amount) as unsigned,
    case when dated then booking_day(t.booking, $zone) end as booking_date
  from words
  left join account_links links on links.consent_id = $consent and links.account_id = t.account_id
),
-- Nearly every row is sound, and only of the others the types are asked: what is no text is no status, date or currency
-- either. The text of a row has no blanks between its parts.
validated as (
  select *, coalesce(account_key is not null and direction is not null and known_status(status)
    and booking_date is not null and unsigned is not null and length(t.amount) <= 16
    and regexp_full_match(t.currency, '[A-Z]{3}') and contains(sent::varchar, '"AccountId":"')
    and (t.transaction_id is null or contains(sent::varchar, '"TransactionId":"'))
    and ($account is null or t.account_id = $account), false) as sound
  from understood
),
-- An id of another type than text or whole number is none.
named_by as (
  select *, case when not sound then json_type(sent, '$.TransactionId') end as id_kind
  from validated
),
typed as (
  select *,
    case when direction = 'Credit' then unsigned else -unsigned end as amount,
    folded(t.description) as narrative,
    nullif(trim(t.proprietary_code), '') as proprietary_code,
    case when sound or id_kind in ('VARCHAR', 'UBIGINT', 'BIGINT') then nullif(trim(t.transaction_id), '') end as transaction_id,
    case when t.value = t.booking then booking_date
      when is_instant(t.value) then booking_day(t.value, $zone) end as value_date,
    case direction(t.running_indicator)
      when 'Credit' then amount_of(t.running)
      when 'Debit' then -amount_of(t.running) end as running_balance
  from named_by
),
-- What is not understood is kept. The account of the other side is understood, that of our own is not looked at.
common_shape as (
  select *,
    case when sound and (t.value is null or value_date is not null)
        and (whole.amount = whole_of('Amount', t.amount, 'Currency', t.currency))
        and (whole.code is null or whole.code = whole_of('Code', t.code, 'SubCode', t.sub_code))
        and (whole.merchant is null
          or whole.merchant = whole_of('MerchantName', t.merchant, 'MerchantCategoryCode', t.category))
        and (whole.proprietary is null or starts_with(whole.proprietary, '{'))
        and (whole.balance is null or running_balance is not null)
        and (whole.creditor is null or direction = 'Debit' and starts_with(whole.creditor, '{'))
        and (whole.debtor is null or direction = 'Credit' and starts_with(whole.debtor, '{'))
      then (whole.proprietary is not null)::integer + 2 * (whole.balance is not null)::integer
        + 4 * (whole.creditor is not null)::integer + 8 * (whole.debtor is not null)::integer end as objects
  from typed
),
merged as (
  select *,
    case when objects is not null then json_merge_patch(sent, common_patch(objects))
      else json_merge_patch(sent, '{'
      || taken('Amount', whole.amount, whole_of('Amount', t.amount, 'Currency', t.currency), '{"Amount":null,"Currency":null}')
      || taken('BankTransactionCode', whole.code, whole_of('Code', t.code, 'SubCode', t.sub_code),
        '{"Code":null,"SubCode":null}')
      || taken('ProprietaryBankTransactionCode', whole.proprietary, '', '{"Code":null}')
      || taken('MerchantDetails', whole.merchant,
        whole_of('MerchantName', t.merchant, 'MerchantCategoryCode', t.category),
        '{"MerchantName":null,"MerchantCategoryCode":null}')
      || case when whole.creditor is null or direction = 'Debit'
        then taken('CreditorAccount', whole.creditor, '', '{"Identification":null,"Name":null}') else '' end
      || case when whole.debtor is null or direction = 'Credit'
        then taken('DebtorAccount', whole.debtor, '', '{"Identification":null,"Name":null}') else '' end
      || case when whole.balance is null or running_balance is not null
        then taken('Balance', whole.balance, '', '{"Amount":{"Amount":null},"CreditDebitIndicator":null}') else '' end
      || case when t.value is null or value_date is not null then '"ValueDateTime":null,' else '' end
      || case when sound or id_kind is null or id_kind in ('VARCHAR', 'UBIGINT', 'BIGINT', 'NULL') then '"TransactionId":null,' else '' end
      || '"AccountId":null,"TransactionReference":null,"Status":null,"CreditDebitIndicator":null,"BookingDateTime":null,'
      || '"TransactionInformation":null}') end as rest
  from common_shape
),
with_remainder as (
  select *, rest_of(rest) as extra
  from merged
),
keyed as (
  select *,
    md5(concat_ws(chr(31), account_key, direction, amount::varchar, t.currency, booking_date::varchar,
      coalesce(narrative, ''), coalesce(proprietary_code, ''))) as content_key,
    side_of(status) as side
  from with_remainder
)
select frame, lone, row_index, t.account_id, account_key,
  transaction_id,
  status, nullif(t.status, status) as status_sent,
  booking_date, booking_instant(t.booking, $zone) as booking_at, t.booking as booking_sent,
  value_date, amount, t.currency as currency,
  t.description, t.reference,
  case direction when 'Debit' then coalesce(nullif(t.creditor, ''), t.ultimate_creditor)
    else coalesce(nullif(t.debtor, ''), t.ultimate_debtor) end as counterparty_name,
  -- A lone dash stands for none at one bank.
  nullif(case direction when 'Debit' then t.creditor_account else t.debtor_account end, '-')
    as counterparty_account,
  t.merchant as merchant_name, t.category as merchant_category_code,
  bank_transaction_code(t.code) as bank_transaction_code,
  nullif(t.code, bank_transaction_code(t.code)) as bank_transaction_code_sent,
  bank_transaction_sub_code(t.sub_code) as bank_transaction_sub_code,
  nullif(t.sub_code, bank_transaction_sub_code(t.sub_code))
    as bank_transaction_sub_code_sent,
  proprietary_code, running_balance, extra, coalesce(starts_with(t.amount, '-'), false) as minus_dropped,
  case when not sound then sent end as sent, content_key,
  md5_number(concat_ws(chr(31), content_key, status, booking_at::varchar, coalesce(t.value, ''),
    coalesce(t.description, ''), coalesce(t.reference, ''), coalesce(counterparty_name, ''),
    coalesce(counterparty_account, ''), coalesce(merchant_name, ''), coalesce(merchant_category_code, ''),
    coalesce(bank_transaction_code, ''), coalesce(bank_transaction_sub_code, ''), coalesce(running_balance::varchar, ''),
    coalesce(extra::varchar, ''))) as row_hash,
  case when $trusted and transaction_id is not null then 'id' else 'content' end as identity_tier,
  1 as occurrence,
  case when $trusted and transaction_id is not null then identified_key(side, account_key, transaction_id)
    else content_identity(side, content_key, 1) end as transaction_key,
  if(sound, 'read', 'unchecked') as disposition
from keyed;
