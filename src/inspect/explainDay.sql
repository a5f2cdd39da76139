-- What is known of a day of an account: whether it was read, and how far reading reaches.
select
  coalesce((select i.timezone from accounts join institutions i using (institution) where account_key = $account), 'UTC') as timezone,
  (select arg_max(c.read_id, r.ended_at) from coverage c left join reads r using (read_id)
    where c.account_key = $account and $day::date between c.from_date and c.to_date
      and exists (select 1 from covered d where d.account_key = $account and $day::date between d.from_date and d.to_date)) as read_id,
  (select max(r.ended_at) from coverage c left join reads r using (read_id)
    where c.account_key = $account and $day::date between c.from_date and c.to_date) as read_at,
  (select timezone(coalesce(any_value(i.timezone), 'UTC'), max(r.started_at))::date
    from coverage c join reads r using (read_id) left join institutions i using (institution)
    where c.account_key = $account and $day::date between c.from_date and c.to_date) as read_day,
  (select max(r.ended_at) from unconfirmed_days u left join reads r using (read_id)
    where u.account_key = $account and $day::date between u.from_date and u.to_date) as silent_at,
  (select min(from_date) from covered where account_key = $account) as covered_from,
  (select max(to_date) from covered where account_key = $account) as covered_to,
  (select institution from accounts where account_key = $account) as institution,
  coalesce(
    (select last_chance + ($day::date - from_date)::integer from gaps where account_key = $account and $day::date between from_date and to_date),
    (select $day::date + i.history_days - 1 from accounts join institutions i using (institution) where account_key = $account)
  )::date as last_chance,
  -- What each consent of the account said when its record was last read; how it stands is not decided here.
  (select coalesce(list({
      'consent_id': consent_id, 'status': status, 'deleted': deleted, 'expires': expires_at, 'retired': retired,
      'from': timezone('UTC', transaction_from)::date, 'to': timezone('UTC', transaction_to)::date
    } order by consent_id), [])
    from (
      select consent_id, last(status order by learned_at, run_id, rowid) filter (where change = 'read') as status,
        last(deleted order by learned_at, run_id, rowid) filter (where change = 'read') as deleted,
        last(expires_at order by learned_at, run_id, rowid) filter (where change = 'read') as expires_at,
        last(transaction_from order by learned_at, run_id, rowid) filter (where change = 'read') as transaction_from,
        last(transaction_to order by learned_at, run_id, rowid) filter (where change = 'read') as transaction_to,
        bool_or(change = 'retired') as retired
      from consent_events
      where consent_id in (select consent_id from account_links where account_key = $account)
      group by consent_id
    )) as consents,
  (select coalesce(list({
      'code': q.code, 'path': q.path, 'message': q.message, 'raw_page_id': q.raw_page_id, 'row_index': q.row_index,
      'booking_date': q.booking_date
    } order by q.raw_page_id, q.row_index, q.path), [])
    from quarantine q
    where q.resolved_run is null and q.resource = 'transactions'
      and (q.account_key = $account or q.account_key is null
        and q.consent_id in (select consent_id from account_links where account_key = $account))
      and (q.booking_date = $day::date or q.booking_date is null and $day::date between q.from_date and q.to_date))
    as quarantine
