-- The balances of one read, as understood. One that is not plainly sound is called unchecked, and is kept as it was sent until
-- it is validated.
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
understood as (
  select p.*, links.account_key, amount_of(amount_text(t.Amount.Amount, kinds[7])) as unsigned,
    amount_of(amount_text(t.LocalAmount.Amount, kinds[10])) as local_unsigned,
    direction(t.CreditDebitIndicator) as direction, booking_instant(t.DateTime, $zone) as as_of,
    coalesce(balance_sub_type_code(t.Amount.SubType), 'BCUR') as sub_type,
    list_transform(lines, lambda l: {
      'type': l ->> '$.Type',
      'included': coalesce(try_cast(l ->> '$.Included' as boolean), false),
      'amount': amount_of(l ->> '$.Amount.Amount'),
      'currency': l ->> '$.Amount.Currency'
    }) as credit_lines
  from parsed p
  left join account_links links on links.consent_id = $consent and links.account_id = t.AccountId
),
validated as (
  select *, signed(direction, unsigned) as amount, signed(direction, local_unsigned) as local_amount,
    coalesce(
      not is_too_long(sent) and kinds[2] = 'VARCHAR' and trim(t.AccountId) <> '' and ($account is null or t.AccountId = $account)
      and direction is not null and kinds[4] = 'VARCHAR' and trim(t.Type) <> '' and as_of is not null
      and kinds[7] = 'VARCHAR' and unsigned is not null
      and kinds[8] = 'VARCHAR' and regexp_full_match(t.Amount.Currency, '[A-Z]{3}')
      and (coalesce(kinds[9], 'NULL') = 'NULL' or kinds[10] = 'VARCHAR' and local_unsigned is not null
        and kinds[11] = 'VARCHAR' and regexp_full_match(t.LocalAmount.Currency, '[A-Z]{3}')), false) as sound
  from understood
)
select frame, lone, row_index, t.AccountId as account_id, account_key, balance_type_code(t.Type) as type,
  nullif(t.Type, balance_type_code(t.Type)) as type_sent, sub_type, t.Amount.Currency as currency, as_of, amount,
  local_amount, t.LocalAmount.Currency as local_currency, credit_lines, extra, null::date as booking_date,
  coalesce(starts_with(t.Amount.Amount, '-'), false) as minus_dropped,
  case when not sound then sent end as sent,
  null::struct(code varchar, path varchar, message varchar, evidence varchar)[] as faults,
  null::varchar as row_digest,
  md5(concat_ws(chr(31), account_key, balance_type_code(t.Type), sub_type, t.Amount.Currency, as_of::varchar,
    amount::varchar, coalesce(local_amount::varchar, ''), to_json(credit_lines)::varchar, ''))
    as balance_key,
  if(sound, 'read', 'unchecked') as disposition
from validated;
