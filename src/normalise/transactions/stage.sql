-- Takes the rows out of some pages of a read and understands them one by one. A page or a row of any shape passes; what is
-- wrong with a row is listed in its faults, all of them at once.
insert into staged by name
with pages as (
  select regexp_extract(filename, '(\d+)\.json$', 1)::integer as frame,
    try_cast(ltrim(content, chr(65279)) as json) as page
  from read_text($files)
),
lists as (
  -- One object where a list belongs is a list of one.
  select frame, case json_type(page, '$.Data.Transaction')
      when 'ARRAY' then json_extract(page, '$.Data.Transaction[*]')
      when 'OBJECT' then [json_extract(page, '$.Data.Transaction')]
    end as rows
  from pages
),
sent as (
  select frame, unnest(rows) as sent, (generate_subscripts(rows, 1) - 1)::integer as row_index
  from lists
),
parsed as (
  select frame, row_index, sent,
    json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Status', '$.BookingDateTime', '$.Amount.Amount',
      '$.Amount.Currency', '$.TransactionId', '$.Amount']) as types,
    json_transform(sent, '{
      "AccountId": "VARCHAR", "TransactionId": "VARCHAR", "TransactionReference": "VARCHAR", "Status": "VARCHAR",
      "CreditDebitIndicator": "VARCHAR", "BookingDateTime": "VARCHAR", "ValueDateTime": "VARCHAR",
      "TransactionInformation": "VARCHAR", "Amount": {"Amount": "VARCHAR", "Currency": "VARCHAR"},
      "BankTransactionCode": {"Code": "VARCHAR", "SubCode": "VARCHAR"},
      "ProprietaryBankTransactionCode": {"Code": "VARCHAR"},
      "MerchantDetails": {"MerchantName": "VARCHAR", "MerchantCategoryCode": "VARCHAR"},
      "CreditorAccount": {"Identification": "VARCHAR", "Name": "VARCHAR"},
      "DebtorAccount": {"Identification": "VARCHAR", "Name": "VARCHAR"},
      "UltimateCreditor": {"Name": "VARCHAR"}, "UltimateDebtor": {"Name": "VARCHAR"},
      "Balance": {"Amount": {"Amount": "VARCHAR"}, "CreditDebitIndicator": "VARCHAR"}
    }') as t,
    nullif(json_merge_patch(sent, '{
      "AccountId": null, "TransactionId": null, "TransactionReference": null, "Status": null,
      "CreditDebitIndicator": null, "BookingDateTime": null, "ValueDateTime": null, "TransactionInformation": null,
      "Amount": null, "BankTransactionCode": null, "ProprietaryBankTransactionCode": null, "MerchantDetails": null,
      "CreditorAccount": null, "DebtorAccount": null, "UltimateCreditor": null, "UltimateDebtor": null, "Balance": null
    }'), '{}'::json) as extra
  from sent
),
words as (
  select *,
    amount_text(t.Amount.Amount, types[6]) as amount_text,
    transaction_status_code(t.Status) as status,
    direction(t.CreditDebitIndicator) as direction,
    is_instant(t.BookingDateTime) as dated
  from parsed
),
understood as (
  select frame, row_index, sent, types, t, extra, amount_text, status, direction, dated, links.account_key,
    amount_of(amount_text) as unsigned,
    case when dated then booking_day(t.BookingDateTime, $zone) end as booking_date
  from words
  left join account_links links on links.consent_id = $consent and links.account_id = t.AccountId
),
judged as (
  select *,
    case when types[2] = 'VARCHAR' and types[5] = 'VARCHAR' and types[7] = 'VARCHAR' and direction is not null
        and known_status(status) and booking_date is not null and unsigned is not null
        and account_key is not null and regexp_full_match(t.Amount.Currency, '[A-Z]{3}')
        and ($account is null or t.AccountId = $account)
      then []
      when types[1] is distinct from 'OBJECT'
      then [fault('not-an-object', '', 'the row is no object', sent)]
      else list_filter([
        field_fault(types[2], t.AccountId, '/AccountId'),
        case when $account is not null and types[2] = 'VARCHAR' and t.AccountId <> $account
          then fault('other-account', '/AccountId', 'the row belongs to another account than the one asked for', null) end,
        field_fault(types[3], t.CreditDebitIndicator, '/CreditDebitIndicator'),
        case when types[3] = 'VARCHAR' and direction is null
          then fault('unknown-indicator', '/CreditDebitIndicator', 'neither Credit nor Debit', t.CreditDebitIndicator) end,
        field_fault(types[4], t.Status, '/Status'),
        case when types[4] = 'VARCHAR' and not known_status(status)
          then fault('unknown-status', '/Status', 'a status that no version of the standard has', t.Status) end,
        field_fault(types[5], t.BookingDateTime, '/BookingDateTime'),
        case when types[5] = 'VARCHAR' and booking_date is null
          then fault('bad-date', '/BookingDateTime', 'not an instant or a day of ISO 8601', t.BookingDateTime) end,
        case when types[9] is not null and types[9] not in ('OBJECT', 'NULL')
          then fault('wrong-type', '/Amount', 'an object belongs here', t.Amount.Amount)
          when types[6] in ('UBIGINT', 'BIGINT', 'DOUBLE') and amount_text is null
          then fault('amount-inexact', '/Amount/Amount', 'a number of more digits than a number can carry', t.Amount.Amount)
          when types[6] in ('UBIGINT', 'BIGINT', 'DOUBLE') then null
          else field_fault(types[6], t.Amount.Amount, '/Amount/Amount') end,
        case when amount_text is not null and unsigned is null
          then fault('bad-amount', '/Amount/Amount',
            'not 1 to 13 digits with at most 5 decimals', t.Amount.Amount) end,
        field_fault(types[7], t.Amount.Currency, '/Amount/Currency'),
        case when types[7] = 'VARCHAR' and not regexp_full_match(t.Amount.Currency, '[A-Z]{3}')
          then fault('bad-currency', '/Amount/Currency', 'not three capital letters', t.Amount.Currency) end
      ], lambda f: f is not null)
    end as faults
  from understood
),
spoken as (
  select *,
    case when direction = 'Credit' then unsigned else -unsigned end as amount,
    folded(t.TransactionInformation) as narrative,
    nullif(trim(t.ProprietaryBankTransactionCode.Code), '') as proprietary_code,
    nullif(trim(t.TransactionId), '') as transaction_id
  from judged
),
keyed as (
  select *,
    md5(concat_ws(chr(31), account_key, direction, amount::varchar, t.Amount.Currency, booking_date::varchar,
      coalesce(narrative, ''), coalesce(proprietary_code, ''))) as content_key,
    case status when 'BOOK' then 'booked' when 'PDNG' then 'pending' when 'FUTR' then 'pending' else 'aside' end as side
  from spoken
)
select frame, row_index, t.AccountId as account_id, account_key,
  case when types[8] = 'VARCHAR' then transaction_id end as transaction_id,
  status, nullif(t.Status, status) as status_sent,
  booking_date, booking_instant(t.BookingDateTime, $zone) as booking_at, t.BookingDateTime as booking_sent,
  case when is_instant(t.ValueDateTime) then booking_day(t.ValueDateTime, $zone) end as value_date,
  amount, t.Amount.Currency as currency,
  t.TransactionInformation as description, t.TransactionReference as reference,
  case direction when 'Debit' then coalesce(nullif(t.CreditorAccount.Name, ''), t.UltimateCreditor.Name)
    else coalesce(nullif(t.DebtorAccount.Name, ''), t.UltimateDebtor.Name) end as counterparty_name,
  -- A lone dash stands for none at one bank.
  nullif(case direction when 'Debit' then t.CreditorAccount.Identification else t.DebtorAccount.Identification end, '-')
    as counterparty_account,
  t.MerchantDetails.MerchantName as merchant_name, t.MerchantDetails.MerchantCategoryCode as merchant_category_code,
  bank_transaction_code(t.BankTransactionCode.Code) as bank_transaction_code,
  nullif(t.BankTransactionCode.Code, bank_transaction_code(t.BankTransactionCode.Code)) as bank_transaction_code_sent,
  bank_transaction_sub_code(t.BankTransactionCode.SubCode) as bank_transaction_sub_code,
  nullif(t.BankTransactionCode.SubCode, bank_transaction_sub_code(t.BankTransactionCode.SubCode))
    as bank_transaction_sub_code_sent,
  proprietary_code,
  case direction(t.Balance.CreditDebitIndicator)
    when 'Credit' then amount_of(t.Balance.Amount.Amount)
    when 'Debit' then -amount_of(t.Balance.Amount.Amount) end as running_balance,
  extra, coalesce(starts_with(t.Amount.Amount, '-'), false) as minus_dropped,
  faults,
  case when len(faults) > 0 then md5(sent::varchar) end as row_digest,
  content_key,
  md5_number(concat_ws(chr(31), content_key, status, booking_at::varchar, coalesce(t.ValueDateTime, ''),
    coalesce(t.TransactionInformation, ''), coalesce(t.TransactionReference, ''), coalesce(counterparty_name, ''),
    coalesce(counterparty_account, ''), coalesce(merchant_name, ''), coalesce(merchant_category_code, ''),
    coalesce(bank_transaction_code, ''), coalesce(bank_transaction_sub_code, ''), coalesce(running_balance::varchar, ''),
    coalesce(extra::varchar, ''), case when $trusted then coalesce(transaction_id, '') else '' end)) as row_hash,
  case when len(faults) > 0 then null when $trusted and transaction_id is not null then 'id' else 'content' end
    as identity_tier,
  1 as occurrence,
  case when len(faults) > 0 then null
    when $trusted and transaction_id is not null then identified_key(side, account_key, transaction_id)
    else content_identity(side, content_key, 1) end as transaction_key,
  case when len(faults) > 0 then 'quarantined' else 'read' end as disposition
from keyed;
