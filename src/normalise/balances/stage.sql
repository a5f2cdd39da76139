-- The balances of one read, as understood.
create or replace temp table staged as
with pages as (
  select regexp_extract(filename, '(\d+)\.json$', 1)::integer as frame,
    try_cast(ltrim(content, chr(65279)) as json) as page
  from read_text($files)
),
lists as (
  -- One object where a list belongs is a list of one.
  select frame, len(listed) = 0 as lone,
    case when len(listed) > 0 then listed
      when json_type(page, '$.Data.Balance') = 'OBJECT' then [json_extract(page, '$.Data.Balance')]
    end as rows
  from (select frame, page, json_extract(page, '$.Data.Balance[*]') as listed from pages)
),
sent as (
  select frame, lone, unnest(rows) as sent, (generate_subscripts(rows, 1) - 1)::integer as row_index
  from lists
),
parsed as (
  select frame, lone, row_index, sent,
    json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount', '$.Amount.Amount',
      '$.Amount.Currency', '$.LocalAmount', '$.LocalAmount.Amount', '$.LocalAmount.Currency']) as kinds,
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
  select p.*, links.account_key, amount_text(t.Amount.Amount, kinds[7]) as amount_text,
    amount_text(t.LocalAmount.Amount, kinds[10]) as local_text,
    direction(t.CreditDebitIndicator) as direction,
    {'row': kinds[1], 'account': kinds[2], 'indicator': kinds[3], 'type': kinds[4], 'stated': kinds[5], 'amount': kinds[6],
      'sum': kinds[7], 'currency': kinds[8], 'local': kinds[9], 'local_sum': kinds[10], 'local_currency': kinds[11]} as kind
  from parsed p
  left join account_links links on links.consent_id = $consent and links.account_id = t.AccountId
),
judged as (
  select *, amount_of(amount_text) as unsigned,
    case when kind.row is distinct from 'OBJECT'
      then [fault('not-an-object', '', 'the row is no object', kind_of(kind.row))]
      else list_filter(list_concat([
        field_fault(kind.account, t.AccountId, '/AccountId'),
        case when $account is not null and stated(kind.account, t.AccountId) and t.AccountId <> $account
          then fault('other-account', '/AccountId', 'the row belongs to another account than the one asked for', null) end,
        field_fault(kind.indicator, t.CreditDebitIndicator, '/CreditDebitIndicator'),
        case when stated(kind.indicator, t.CreditDebitIndicator) and direction is null
          then fault('unknown-indicator', '/CreditDebitIndicator', 'neither Credit nor Debit',
            shown_word(t.CreditDebitIndicator)) end,
        field_fault(kind.type, t.Type, '/Type'),
        field_fault(kind.stated, t.DateTime, '/DateTime'),
        case when stated(kind.stated, t.DateTime) and booking_instant(t.DateTime, $zone) is null
          then fault('bad-date', '/DateTime', 'not an instant or a day of ISO 8601', shown_date(t.DateTime)) end
      ],
        amount_faults(kind.amount, kind.sum, kind.currency, t.Amount.Amount, amount_text, t.Amount.Currency, '/Amount'),
        -- The same balance in the local currency may be left out, but not be wrong.
        case when coalesce(kind.local, 'NULL') <> 'NULL' then amount_faults(kind.local, kind.local_sum, kind.local_currency,
          t.LocalAmount.Amount, local_text, t.LocalAmount.Currency, '/LocalAmount') else [] end
      ), lambda f: f is not null)
    end as faults
  from words
),
understood as (
  select *, coalesce(balance_sub_type_code(t.Amount.SubType), 'BCUR') as sub_type,
    booking_instant(t.DateTime, $zone) as as_of,
    case direction when 'Debit' then -unsigned else unsigned end as amount,
    case direction when 'Debit' then -amount_of(local_text) else amount_of(local_text) end as local_amount,
    list_transform(lines, lambda l: {
      'type': l ->> '$.Type',
      'included': coalesce(try_cast(l ->> '$.Included' as boolean), false),
      'amount': amount_of(l ->> '$.Amount.Amount'),
      'currency': l ->> '$.Amount.Currency'
    }) as credit_lines
  from judged
)
select frame, lone, row_index, t.AccountId as account_id, account_key, balance_type_code(t.Type) as type,
  nullif(t.Type, balance_type_code(t.Type)) as type_sent, sub_type, t.Amount.Currency as currency, as_of, amount,
  local_amount, t.LocalAmount.Currency as local_currency, credit_lines, extra, faults, null::date as booking_date,
  coalesce(starts_with(t.Amount.Amount, '-'), false) as minus_dropped,
  case when len(faults) > 0 then md5(sent::varchar) end as row_digest,
  md5(concat_ws(chr(31), account_key, balance_type_code(t.Type), sub_type, t.Amount.Currency, as_of::varchar,
    amount::varchar, coalesce(local_amount::varchar, ''), to_json(credit_lines)::varchar, coalesce(extra::varchar, '')))
    as balance_key,
  case when len(faults) > 0 then 'quarantined' else 'read' end as disposition
from understood;
