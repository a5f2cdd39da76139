-- Validates the transactions that are not plainly sound: what is wrong with one is listed, all of it at once. What is not
-- understood has no identity.
update staged_transactions
set faults = j.faults, disposition = if(len(j.faults) > 0, 'quarantined', 'read'),
  row_digest = if(len(j.faults) > 0, md5(j.sent::varchar), null), sent = null,
  identity_tier = if(len(j.faults) > 0, null, identity_tier), transaction_key = if(len(j.faults) > 0, null, transaction_key)
from (
  select page_no, row_index, sent,
    coalesce(row_faults(kind.row, sent), list_filter(list_concat([
        field_fault(kind.account, t.account_id, '/AccountId'),
        account_fault(kind.account, t.account_id, asked),
        field_fault(kind.indicator, t.indicator, '/CreditDebitIndicator'),
        indicator_fault(kind.indicator, t.indicator),
        field_fault(kind.status, t.status, '/Status'),
        case when is_filled(kind.status, t.status) and not known_transaction_status_code(status)
          then fault('unknown-status', '/Status', 'a status that no version of the standard has', shown_word(t.status)) end,
        field_fault(kind.booking, t.booking, '/BookingDateTime'),
        date_fault(kind.booking, t.booking, booking_date, '/BookingDateTime')
      ], amount_faults(kind.amount, kind.sum, kind.currency, t.amount, amount_text, t.currency, '/Amount')),
        lambda f: f is not null)) as faults
  from (
    select page_no, row_index, sent, asked, status, booking_date, amount_text(texts[5], kinds[7]) as amount_text,
      {'account_id': texts[1], 'indicator': texts[2], 'status': texts[3], 'booking': texts[4], 'amount': texts[5],
        'currency': texts[6]} as t,
      {'row': kinds[1], 'account': kinds[2], 'indicator': kinds[3], 'status': kinds[4], 'booking': kinds[5],
        'amount': kinds[6], 'sum': kinds[7], 'currency': kinds[8]} as kind
    from (
      select page_no, row_index, sent, b.account_id as asked, status, booking_date,
        json_extract_string(sent, ['$.AccountId', '$.CreditDebitIndicator', '$.Status', '$.BookingDateTime',
          '$.Amount.Amount', '$.Amount.Currency']) as texts,
        json_type(sent, ['$', '$.AccountId', '$.CreditDebitIndicator', '$.Status', '$.BookingDateTime', '$.Amount',
          '$.Amount.Amount', '$.Amount.Currency']) as kinds
      from staged_transactions
      join batch b using (read_no)
      where disposition = 'unchecked'
    )
  )
) j
where staged_transactions.page_no = j.page_no and staged_transactions.row_index = j.row_index;
