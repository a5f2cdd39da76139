-- What is said where the level changes. A difference is broken only once no late row can be listed any more, and only if all
-- days in between were read.
insert into steps by name
with unread as (
  select d.account_key, d.currency, d.type, d.ord, list(d.day order by d.day) filter (where d.day <= d.due_day) as days
  from (
    select b.account_key, b.currency, b.type, b.ord, least(b.to_day, j.asked_on - 2) as due_day,
      -- Of its last day a balance has what was listed in its night, or what has been since.
      unnest(generate_series(b.from_day, if(r.ord is null, b.closing_day, b.to_day), interval 1 day))::date as day
    from boundaries b
    join judged j using (account_key)
    left join read_points r using (account_key, currency, type, ord)
  ) d
  where not exists (
    select 1 from judged_coverage c where c.account_key = d.account_key and d.day between c.from_date and c.to_date
  )
  group by all
),
changes as (
  select b.*, k.reason as made_up_by, k.transaction_keys,
    -- Available balances move without a row, too: one row makes up for that, a set of rows may by chance.
    case
      when not b.booked and (b.parts or coalesce(len(k.transaction_keys), 0) <> 1) then 'available-only'
      when b.converted then 'local-currency' end as without_rows
  from boundaries b
  left join explained k using (account_key, currency, type, ord)
)
select b.account_key, b.currency, b.type, b.ord, b.shift, b.parts, b.misstated, b.unread, b.unlisted,
  b.lasting and b.made_up_by is null as lasting, b.from_day, b.closing_day, u.days as unread_days,
  u.ord is null as is_read, b.transaction_keys,
  case
    when b.without_rows is not null then 'unprovable'
    when u.days is not null then 'unprovable'
    when b.unlisted or b.parts and b.made_up_by is not null then 'timing'
    when b.parts and j.listed_on - b.closing_day >= j.lookback_days then 'broken'
    when not b.parts and b.made_up_by = 'pending' then 'proven-with-pending'
    else 'timing' end as verdict,
  case
    when b.without_rows is not null then b.without_rows
    when u.days is not null then 'days-not-covered'
    when b.unlisted then 'rows-not-listed'
    when b.made_up_by = 'first-listed' then 'late'
    when b.parts and b.made_up_by is not null then b.made_up_by
    when b.parts and j.listed_on - b.closing_day >= j.lookback_days then if(b.misstated, 'balance-misstated', null)
    when b.parts then 'recent'
    else coalesce(b.made_up_by, if(b.unread, 'rows-not-listed', 'late')) end as reason
from changes b
join judged j using (account_key)
left join unread u using (account_key, currency, type, ord);

insert into oldest_off by name
with seen_since as (
  -- Both sides of an or are computed: of more than ten none is to be made.
  select account_key, currency, type, if(count(*) <= 10, list(shift), null) as shifts, count(*) > 10 as are_many
  from (
    select account_key, currency, type, shift
    from asked_offsets
    where ord = 0 and reason not in ('same-day', 'dated-ahead', 'first-listed')
    union all
    -- A credit line that has changed.
    select account_key, currency, type, shift
    from end_offsets
    join run_ends using (end_no)
    where ord = 0 and transaction_key = ''
  )
  group by all
)
select o.account_key, o.currency, o.type, s.ord, s.shift, s.verdict, s.reason
from followed_runs o
join followed_runs n on n.account_key = o.account_key and n.currency = o.currency and n.type = o.type
  and n.stretch = o.stretch and n.run_no = o.run_no - 1
join steps s on s.account_key = n.account_key and s.currency = n.currency and s.type = n.type and s.ord = n.first_ord
left join seen_since k on k.account_key = o.account_key and k.currency = o.currency and k.type = o.type
where o.first_ord = 0 and o.level <> o.held_level
  and not coalesce(k.are_many or is_sum_of_any(k.shifts, o.level - o.held_level), false);
