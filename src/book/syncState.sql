-- What the book holds of one consent, as the planner wants it.
select
  (
    select coalesce(list({'accountId': account_id, 'accountKey': account_key} order by account_id), [])
    from account_links where consent_id = $consent
  ) as accounts,
  exists (
    select 1 from reads where consent_id = $consent and resource = 'accounts' and outcome = 'complete' and rows_read > 0
  ) as discovered,
  (
    select coalesce(list({'accountKey': account_key, 'from': from_date::varchar, 'to': to_date::varchar}
      order by account_key, from_date, to_date), [])
    from coverage where account_key in (select account_key from account_links where consent_id = $consent)
  ) as coverage,
  (
    select coalesce(list({'accountId': account_id, 'resource': resource, 'reads': reads} order by account_id, resource), [])
    from (
      select account_id, resource, count(*)::integer as reads
      from reads
      where consent_id = $consent and not attended and timezone($zone, started_at)::date = $today
      group by all
    )
  ) as spent,
  {
    'bulkAbsent': coalesce((select bool_or('bulk-absent' in learned) from reads where institution = $institution), false),
    'filterRefused':
      coalesce((select bool_or('filter-refused' in learned) from reads where institution = $institution), false),
    'earliestAccepted': (
      select max(from_date)::varchar from reads
      where consent_id = $consent and 'window-narrowed' in learned and outcome = 'complete'
    )
  } as learned
