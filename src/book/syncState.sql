-- What the book holds of one consent, as the planner wants it.
select
  (
    select coalesce(
      list({'accountId': l.account_id, 'accountKey': l.account_key,
        'unlisted': coalesce(g.last_seen_run < n.run_id, false)} order by l.account_id), [])
    from (
      select consent_id, account_id, account_key from account_links
      union all
      select consent_id, account_id, null from undecided_accounts
    ) l
    left join account_sightings g using (account_key)
    -- The newest list of the consent's accounts that is in the book.
    left join (
      select max(run_id) as run_id from reads
      where consent_id = $consent and resource = 'accounts' and outcome = 'complete' and load_seq is not null
    ) n on true
    where l.consent_id = $consent
  ) as accounts,
  exists (
    select 1 from reads where consent_id = $consent and resource = 'accounts' and outcome = 'complete' and rows_read > 0
  ) as discovered,
  (
    select coalesce(list({'accountKey': account_key, 'from': from_date::varchar, 'to': to_date::varchar}
      order by account_key, from_date, to_date), [])
    from covered where account_key in (select account_key from account_links where consent_id = $consent)
  ) as coverage,
  (
    select coalesce(list({'accountKey': account_key, 'side': side, 'from': from_date::varchar, 'to': to_date::varchar}
      order by account_key, side, from_date, to_date), [])
    from one_sided_coverage where account_key in (select account_key from account_links where consent_id = $consent)
  ) as "oneSided",
  -- Days on which a row may have been moved, until a read has looked, and those of rows that could not be understood, for a
  -- month: the bank may mend them.
  (
    select coalesce(list({'accountKey': account_key, 'from': from_date::varchar, 'to': to_date::varchar}
      order by account_key, from_date, to_date), [])
    from (
      select account_key, from_date, to_date
      from doubtful_days d
      where not exists (
        select 1 from coverage c
        join reads r using (read_id)
        where c.account_key = d.account_key and r.load_seq > d.load_seq and d.to_date between c.from_date and c.to_date
      )
      union
      select q.account_key, q.booking_date, q.booking_date
      from quarantine q
      join reads r using (read_id)
      where q.resource = 'transactions' and q.resolved_run is null and q.booking_date is not null
        and q.code not in ('unlisted-account', 'undecided-account')
        and timezone($zone, r.started_at)::date >= $today::date - 30
    )
    where account_key in (select account_key from account_links where consent_id = $consent)
  ) as doubtful,
  (
    select coalesce(list({'accountKey': account_key, 'from': from_date::varchar, 'to': to_date::varchar}
      order by account_key, from_date, to_date), [])
    from lost_days where account_key in (select account_key from account_links where consent_id = $consent)
  ) as lost,
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
    'bulkAbsent': (
      select max(started_at) from reads where institution = $institution and 'bulk-absent' in learned
    ),
    'filterRefused': (
      select max(started_at) from reads where institution = $institution and 'filter-refused' in learned
    ),
    'accepted': (
      select coalesce(list({'from': from_date::varchar, 'at': started_at} order by started_at, from_date), [])
      from reads
      where consent_id = $consent and 'window-narrowed' in learned and outcome in ('complete', 'partial')
        and from_date is not null
    ),
    -- Some banks mean the first row of this very answer: only what lies before the days asked for says how far back they go.
    'kept': (
      select coalesce(list({'accountKey': account_key, 'from': day::varchar, 'at': told_at} order by account_key), [])
      from (
        select l.account_key, max(r.started_at) as told_at,
          arg_max(greatest(timezone($zone, r.first_available)::date, timezone('UTC', r.first_available)::date), r.started_at) as day
        from reads r
        join account_links l on l.consent_id = r.consent_id and (r.account_id is null or r.account_id = l.account_id)
        where r.consent_id = $consent and r.resource = 'transactions' and r.first_available is not null
          and (r.from_date is null or r.first_available < r.from_date)
        group by l.account_key
      )
    )
  } as lessons
