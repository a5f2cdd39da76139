-- What ledgers have of accounts that stay when a consent goes: what was read under it without words, as of one that stays. An account that
-- none is by now was found to be one that the consent opens: it stays where one of these does.
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
    union all
    select l.account_key, min(o.consent_id) as consent_id
    from (select distinct account_key from ledger_there where account_key not in (select account_key from account_links)) l,
      account_links k
    join account_links o on o.account_key = k.account_key and o.consent_id <> k.consent_id
    where k.consent_id = $consent
    group by l.account_key
  ) s on s.account_key = t.account_key and t.consent_id = $consent
  where t.consent_id is distinct from $consent or s.consent_id is not null
) to $file (format parquet, compression zstd);
