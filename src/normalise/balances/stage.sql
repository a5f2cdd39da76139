-- The balances of one read, as understood.
create or replace temp table staged as
with pages as (
  select regexp_extract(filename, '(\d+)\.json$', 1)::integer as frame,
    try_cast(ltrim(content, chr(65279)) as json) as page
  from read_text($files)
),
lists as (
  select frame, case json_type(page, '$.Data.Balance')
      when 'ARRAY' then json_extract(page, '$.Data.Balance[*]')
      when 'OBJECT' then [json_extract(page, '$.Data.Balance')]
    end as rows
  from pages
),
sent as (
  select frame, unnest(rows) as sent, (generate_subscripts(rows, 1) - 1)::integer as row_index
  from lists
),
parsed as (
  select frame, row_index, sent,
    json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount.Amount',
      '$.Amount.Currency', '$.Amount']) as types,
    json_transform(sent, '{
      "AccountId": "VARCHAR", "CreditDebitIndicator": "VARCHAR", "Type": "VARCHAR", "DateTime": "VARCHAR",
      "Amount": {"Amount": "VARCHAR", "Currency": "VARCHAR", "SubType": "VARCHAR"},
      "LocalAmount": {"Amount": "VARCHAR", "Currency": "VARCHAR"}
    }') as t,
    case json_type(sent, '$.CreditLine')
      when 'ARRAY' then json_extract(sent, '$.CreditLine[*]')
      when 'OBJECT' then [json_extract(sent, '$.CreditLine')]
      else [] end as lines,
    nullif(json_merge_patch(sent, '{
      "AccountId": null, "CreditDebitIndicator": null, "Type": null, "DateTime": null, "Amount": null,
      "LocalAmount": null, "CreditLine": null
    }'), '{}'::json) as extra
  from sent
),
words as (
  select p.*, links.account_key, amount_text(t.Amount.Amount, types[6]) as amount_text,
    direction(t.CreditDebitIndicator) as direction
  from parsed p
  left join account_links links on links.consent_id = $consent and links.account_id = t.AccountId
),
judged as (
  select *, amount_of(amount_text) as unsigned,
    case when types[1] is distinct from 'OBJECT' then [fault('not-an-object', '', 'the row is no object', sent)]
      else list_filter([
        field_fault(types[2], t.AccountId, '/AccountId'),
        case when $account is not null and types[2] = 'VARCHAR' and t.AccountId <> $account
          then fault('other-account', '/AccountId', 'the row belongs to another account than the one asked for', null) end,
        field_fault(types[3], t.CreditDebitIndicator, '/CreditDebitIndicator'),
        case when types[3] = 'VARCHAR' and direction is null
          then fault('unknown-indicator', '/CreditDebitIndicator', 'neither Credit nor Debit', t.CreditDebitIndicator) end,
        field_fault(types[4], t.Type, '/Type'),
        field_fault(types[5], t.DateTime, '/DateTime'),
        case when types[5] = 'VARCHAR' and not is_instant(t.DateTime)
          then fault('bad-date', '/DateTime', 'not an instant or a day of ISO 8601', t.DateTime) end,
        case when types[8] is not null and types[8] not in ('OBJECT', 'NULL')
          then fault('wrong-type', '/Amount', 'an object belongs here', t.Amount.Amount)
          when types[6] in ('UBIGINT', 'BIGINT', 'DOUBLE') and amount_text is null
          then fault('amount-inexact', '/Amount/Amount', 'a number of more digits than a number can carry', t.Amount.Amount)
          when types[6] in ('UBIGINT', 'BIGINT', 'DOUBLE') then null
          else field_fault(types[6], t.Amount.Amount, '/Amount/Amount') end,
        case when amount_text is not null and amount_of(amount_text) is null
          then fault('bad-amount', '/Amount/Amount',
            'not 1 to 13 digits with at most 5 decimals', t.Amount.Amount) end,
        field_fault(types[7], t.Amount.Currency, '/Amount/Currency'),
        case when types[7] = 'VARCHAR' and not regexp_full_match(t.Amount.Currency, '[A-Z]{3}')
          then fault('bad-currency', '/Amount/Currency', 'not three capital letters', t.Amount.Currency) end
      ], lambda f: f is not null)
    end as faults
  from words
),
understood as (
  select *, coalesce(balance_sub_type_code(t.Amount.SubType), 'BCUR') as sub_type,
    booking_instant(t.DateTime, $zone) as as_of,
    case direction when 'Debit' then -unsigned else unsigned end as amount,
    case direction when 'Debit' then -amount_of(t.LocalAmount.Amount) else amount_of(t.LocalAmount.Amount) end
      as local_amount,
    list_transform(lines, lambda l: {
      'type': l ->> '$.Type',
      'included': coalesce(try_cast(l ->> '$.Included' as boolean), false),
      'amount': amount_of(l ->> '$.Amount.Amount'),
      'currency': l ->> '$.Amount.Currency'
    }) as credit_lines
  from judged
)
select frame, row_index, t.AccountId as account_id, account_key, balance_type_code(t.Type) as type,
  nullif(t.Type, balance_type_code(t.Type)) as type_sent, sub_type, t.Amount.Currency as currency, as_of, amount,
  local_amount, t.LocalAmount.Currency as local_currency, credit_lines, extra, faults,
  coalesce(starts_with(t.Amount.Amount, '-'), false) as minus_dropped,
  case when len(faults) > 0 then md5(sent::varchar) end as row_digest,
  md5(concat_ws(chr(31), account_key, balance_type_code(t.Type), sub_type, t.Amount.Currency, as_of::varchar,
    amount::varchar, coalesce(local_amount::varchar, ''), to_json(credit_lines)::varchar, coalesce(extra::varchar, '')))
    as balance_key,
  case when len(faults) > 0 then 'quarantined' else 'read' end as disposition
from understood;
