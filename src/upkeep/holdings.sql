-- What the snapshot holds, in figures, and what else a consent's accounts are read by.
select
  (select coalesce(list(account_key order by account_key), []) from accounts) as account_keys,
  (select count(*)::integer from balances) as balances,
  (select count(*)::integer from transactions) as transactions,
  (select count(*)::integer from exports) as exports,
  (
    select coalesce(list(distinct other.consent_id order by other.consent_id), [])
    from account_links mine
    join account_links other using (account_key)
    where mine.consent_id = $consent and other.consent_id <> $consent
  ) as shared_with,
  (
    select coalesce(list(distinct account_key order by account_key), [])
    from account_links
    where consent_id = $consent and account_key not in (select account_key from account_links where consent_id <> $consent)
  ) as own_keys,
  (
    select coalesce(list(distinct account_key order by account_key), [])
    from account_links
    where consent_id = $consent and account_key not in (
      select account_key from account_links where consent_id in (select unnest($living::varchar[]))
    )
  ) as unread_keys
