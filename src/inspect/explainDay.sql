-- What is known of a day of an account: whether it was read, and how far reading reaches.
with bank as (
  select any_value(a.institution) as institution, coalesce(any_value(i.timezone), 'UTC') as timezone,
    any_value(i.history_days) as history_days
  from accounts a
  left join institutions i using (institution)
  where a.account_key = $account
),
last_read as (
  select arg_max(c.read_id, r.ended_at) as read_id, max(r.ended_at) as read_at, max(r.started_at) as begun_at
  from coverage c
  left join reads r using (read_id)
  where c.account_key = $account and $day::date between c.from_date and c.to_date
)
select b.institution, b.timezone, l.read_at, timezone(b.timezone, l.begun_at)::date as read_day,
  if(
    exists (select 1 from covered d where d.account_key = $account and $day::date between d.from_date and d.to_date), l.read_id, null
  ) as read_id,
  (select max(r.ended_at) from unconfirmed_days u left join reads r using (read_id)
    where u.account_key = $account and $day::date between u.from_date and u.to_date) as silent_at,
  (select min(from_date) from covered where account_key = $account) as covered_from,
  (select max(to_date) from covered where account_key = $account) as covered_to,
  coalesce(
    (select last_chance + ($day::date - from_date)::integer from gaps where account_key = $account and $day::date between from_date and to_date),
    $day::date + b.history_days - 1
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
        bool_or(change in ('retired', 'purged')) as retired
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
from bank b
cross join last_read l
