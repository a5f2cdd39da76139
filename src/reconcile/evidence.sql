-- What speaks for a difference: its days, and what may have made it.
insert into step_evidence by name
with named as (
  select account_key, currency, type, ord,
    list({'kind': kind, 'transaction_keys': transaction_keys, 'booking_date': booking_date, 'amount': amount::varchar}
      order by list_position(['running-balance', 'repeated', 'amount', 'sign', 'absent', 'other-currency', 'two-rows'], kind), booking_date,
        transaction_keys)[1:10] as candidates
  from suspects
  group by all
),
set_aside as (
  select s.account_key, s.currency, s.type, s.ord,
    list(distinct {'code': q.code, 'raw_page_id': q.raw_page_id, 'row_index': q.row_index}
      order by {'code': q.code, 'raw_page_id': q.raw_page_id, 'row_index': q.row_index})[1:10] as quarantined
  from steps s
  join quarantine q on q.account_key = s.account_key and q.resource = 'transactions' and q.resolved_run is null
    and coalesce(q.booking_date between s.from_day and s.closing_day, q.from_date <= s.closing_day and q.to_date >= s.from_day)
  where s.parts
  group by all
),
-- Levels that several balances were at, and not for a while only, as with a payment with a card that is on its way.
steady as (
  select f.account_key, f.currency, f.type, f.stretch, min(f.run_no) as newest_run, max(f.run_no) as oldest_run
  from followed_runs f
  join level_runs r using (account_key, currency, type, run_no)
  where not f.enclosed
  group by all
  having sum(r.last_ord - r.first_ord + 1) filter (where f.level = f.held_level) >= 3
),
-- Balances that went from such a level to another: of available ones a limit has changed, or a row is missing. Which of them nobody can
-- say before the days were looked at once more.
moved_for_good as (
  select n.account_key, n.currency, n.type, n.first_ord as ord
  from steady o
  join steady s on s.account_key = o.account_key and s.currency = o.currency and s.type = o.type and s.oldest_run = o.newest_run - 1
  join followed_runs n on n.account_key = s.account_key and n.currency = s.currency and n.type = s.type and n.run_no = s.oldest_run
),
-- What was read of it is as of then.
last_reads as (
  select s.account_key, s.currency, s.type, s.ord, max(c.started_at) as read_at
  from steps s
  join judged_coverage c on c.account_key = s.account_key and s.from_day between c.from_date and c.to_date
  join judged j on j.account_key = s.account_key
  where s.verdict = 'broken' and not s.misstated
    or s.reason = 'available-only' and s.is_read and j.listed_on - s.closing_day >= j.lookback_days
      and exists (
        select 1 from moved_for_good m
        where m.account_key = s.account_key and m.currency = s.currency and m.type = s.type and m.ord = s.ord
      )
    -- Or it may be that nothing was late, and a row is missing of which another has the amount.
    or j.listed_on - s.closing_day >= j.lookback_days and exists (
      select 1 from oldest_off f
      where f.account_key = s.account_key and f.currency = s.currency and f.type = s.type and f.ord = s.ord
    )
  group by all
)
select s.account_key, s.currency, s.type, s.ord,
  json_merge_patch(
    json_object('days', generate_series(s.from_day, s.closing_day, interval 1 day)::date[]::varchar[]),
    if(s.transaction_keys is null, '{}', json_object('transaction_keys', s.transaction_keys)),
    -- A row that the bank lists late for a day that no night looks at any more moves a balance long after its day.
    if(l.read_at is null, '{}', json_object(
      'last_read_at', strftime(l.read_at at time zone 'UTC', '%Y-%m-%dT%H:%M:%SZ'), 'read_again_from', s.from_day - 90,
      'read_again', concat('daybook run backfill --again --account ', s.account_key, ' --from ', s.from_day - 90)
    )),
    if(n.candidates is null, '{}', json_object('candidates', n.candidates)),
    if(a.quarantined is null, '{}', json_object('quarantined', a.quarantined)),
    if(s.unread_days is null, '{}', json_object('days_not_covered', s.unread_days::varchar[]))
  ) as evidence
from steps s
left join named n using (account_key, currency, type, ord)
left join set_aside a using (account_key, currency, type, ord)
left join last_reads l using (account_key, currency, type, ord);

-- The whole is narrowed to the balances between which it parts.
insert into whole_evidence by name
select s.account_key, s.currency, s.type,
  json_object('bridges', list({'opening_at': o.speaks_of, 'closing_at': p.speaks_of, 'difference': s.shift::varchar}
    order by s.ord)) as evidence
from steps s
join chain_points p using (account_key, currency, type, ord)
join chain_points o on o.account_key = s.account_key and o.currency = s.currency and o.type = s.type and o.ord = s.ord - 1
where s.lasting or not s.parts
group by s.account_key, s.currency, s.type;
