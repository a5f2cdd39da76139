-- What is known of a day of an account: whether it was read, and how far reading reaches.
select
  (select arg_max(c.read_id, r.ended_at) from coverage c left join reads r using (read_id)
    where c.account_key = $account and $day::date between c.from_date and coalesce(c.to_date, timezone('UTC', r.ended_at)::date))
    as read_id,
  (select max(r.ended_at) from coverage c left join reads r using (read_id)
    where c.account_key = $account and $day::date between c.from_date and coalesce(c.to_date, timezone('UTC', r.ended_at)::date))
    as read_at,
  (select min(from_date) from coverage where account_key = $account) as covered_from,
  (select max(to_date) from coverage where account_key = $account) as covered_to,
  (select min(last_chance) from gaps where account_key = $account and $day::date between from_date and to_date) as last_chance,
  ($day::date + 90)::date as kept_until,
  (select coalesce(list({
      'consent_id': c.consent_id,
      -- Where made and approved are of one instant, which came last is not told by their time.
      'status': case when c.status = 'AWAU' and c.authorised_at is not null then 'AUTH' else c.status end, 'from': timezone('UTC', c.transaction_from)::date,
      'to': timezone('UTC', c.transaction_to)::date, 'expires': timezone('UTC', c.expires_at)::date, 'retired': c.retired
    } order by c.consent_id), [])
    from consents c
    where c.consent_id in (select consent_id from account_links where account_key = $account)) as consents,
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
