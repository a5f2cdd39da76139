-- What ledgers have of accounts that stay when a consent goes: what was read under it without words, as of one that stays.
copy (
  select coalesce(s.consent_id, t.consent_id) as consent_id, t.transaction_key, t.entry, t.export_id, t.version, t.account_key,
    case when s.consent_id is null then t.transaction_id end as transaction_id, t.booking_date, t.value_date, t.amount, t.currency,
    case when s.consent_id is null then t.description end as description,
    case when s.consent_id is null then t.reference end as reference,
    case when s.consent_id is null then t.counterparty_name end as counterparty_name
  from ledger_there t
  left join (
    select account_key, min(consent_id) as consent_id
    from account_links
    where consent_id <> $consent
    group by account_key
  ) s on s.account_key = t.account_key and t.consent_id = $consent
  where t.consent_id is distinct from $consent or s.consent_id is not null
) to $file (format parquet, compression zstd);
