-- Validates the balances that are not plainly sound: what is wrong with one is listed, all of it at once.
update staged_balances
set faults = j.faults, disposition = if(len(j.faults) > 0, 'quarantined', 'read'),
  row_digest = if(len(j.faults) > 0, md5(j.sent::varchar), null), sent = null
from (
  select page_no, row_index, sent,
    coalesce(row_faults(kind.row, sent), list_filter(list_concat([
        field_fault(kind.account, t.account_id, '/AccountId'),
        account_fault(kind.account, t.account_id, asked),
        field_fault(kind.indicator, t.indicator, '/CreditDebitIndicator'),
        indicator_fault(kind.indicator, t.indicator),
        field_fault(kind.type, t.type, '/Type'),
        field_fault(kind.as_of, t.as_of, '/DateTime'),
        date_fault(kind.as_of, t.as_of, as_of, '/DateTime')
      ],
        amount_faults(kind.amount, kind.sum, kind.currency, t.amount, amount_text, t.currency, '/Amount'),
        -- The same balance in the local currency may be left out, but not be wrong.
        case when coalesce(kind.local, 'NULL') <> 'NULL' then amount_faults(kind.local, kind.local_sum, kind.local_currency,
          t.local_amount, local_text, t.local_currency, '/LocalAmount') else [] end
      ), lambda f: f is not null)) as faults
  from (
    select page_no, row_index, sent, asked, as_of, amount_text(texts[5], kinds[7]) as amount_text,
      amount_text(texts[7], kinds[10]) as local_text,
      {'account_id': texts[1], 'indicator': texts[2], 'type': texts[3], 'as_of': texts[4], 'amount': texts[5],
        'currency': texts[6], 'local_amount': texts[7], 'local_currency': texts[8]} as t,
      {'row': kinds[1], 'account': kinds[2], 'indicator': kinds[3], 'type': kinds[4], 'as_of': kinds[5],
        'amount': kinds[6], 'sum': kinds[7], 'currency': kinds[8], 'local': kinds[9], 'local_sum': kinds[10],
        'local_currency': kinds[11]} as kind
    from (
      select page_no, row_index, sent, b.account_id as asked, as_of,
        json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount',
          '$.Amount.Amount', '$.Amount.Currency', '$.LocalAmount', '$.LocalAmount.Amount', '$.LocalAmount.Currency'])
          as kinds,
        json_extract_string(sent, ['$.AccountId', '$.CreditDebitIndicator', '$.Type', '$.DateTime', '$.Amount.Amount',
          '$.Amount.Currency', '$.LocalAmount.Amount', '$.LocalAmount.Currency']) as texts
      from staged_balances
      join batch b using (read_no)
      where disposition = 'unchecked'
    )
  )
) j
where staged_balances.page_no = j.page_no and staged_balances.row_index = j.row_index;
