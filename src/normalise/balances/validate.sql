-- Validates the balances that are not plainly sound: what is wrong with one is listed, all of it at once.
update staged
set faults = j.faults, disposition = if(len(j.faults) > 0, 'quarantined', 'read'),
  row_digest = if(len(j.faults) > 0, md5(j.sent::varchar), null), sent = null
from (
  select frame, row_index, sent,
    coalesce(row_faults(kind.row, sent), list_filter(list_concat([
        field_fault(kind.account, t.AccountId, '/AccountId'),
        account_fault(kind.account, t.AccountId, $account),
        field_fault(kind.indicator, t.CreditDebitIndicator, '/CreditDebitIndicator'),
        indicator_fault(kind.indicator, t.CreditDebitIndicator),
        field_fault(kind.type, t.Type, '/Type'),
        field_fault(kind.as_of, t.DateTime, '/DateTime'),
        date_fault(kind.as_of, t.DateTime, as_of, '/DateTime')
      ],
        amount_faults(kind.amount, kind.sum, kind.currency, t.Amount.Amount, amount_text, t.Amount.Currency, '/Amount'),
        -- The same balance in the local currency may be left out, but not be wrong.
        case when coalesce(kind.local, 'NULL') <> 'NULL' then amount_faults(kind.local, kind.local_sum, kind.local_currency,
          t.LocalAmount.Amount, local_text, t.LocalAmount.Currency, '/LocalAmount') else [] end
      ), lambda f: f is not null)) as faults
  from (
    select frame, row_index, sent, t, as_of, amount_text(t.Amount.Amount, kinds[7]) as amount_text,
      amount_text(t.LocalAmount.Amount, kinds[10]) as local_text,
      {'row': kinds[1], 'account': kinds[2], 'indicator': kinds[3], 'type': kinds[4], 'as_of': kinds[5],
        'amount': kinds[6], 'sum': kinds[7], 'currency': kinds[8], 'local': kinds[9], 'local_sum': kinds[10],
        'local_currency': kinds[11]} as kind
    from (
      select frame, row_index, sent, as_of,
        json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount',
          '$.Amount.Amount', '$.Amount.Currency', '$.LocalAmount', '$.LocalAmount.Amount', '$.LocalAmount.Currency'])
          as kinds,
        json_transform(sent, '{
          "AccountId": "VARCHAR", "CreditDebitIndicator": "VARCHAR", "Type": "VARCHAR", "DateTime": "VARCHAR",
          "Amount": {"Amount": "VARCHAR", "Currency": "VARCHAR"},
          "LocalAmount": {"Amount": "VARCHAR", "Currency": "VARCHAR"}
        }') as t
      from staged
      where disposition = 'unchecked'
    )
  )
) j
where staged.frame = j.frame and staged.row_index = j.row_index;
