-- What a monitor wants to know of each bank, and, where institution is empty, of the store as a whole.
with banks as (
  select institution from consents
  union
  select institution from accounts
  union
  select ''
),
-- A bank's part of a run went well where of each thing that was asked for something was read, and nothing failed. What one
-- way was refused and another gave counts as read.
parts as (
  select r.institution, r.run_id
  from (
    select institution, run_id, resource, bool_or(outcome = 'complete') as is_read,
      bool_and(outcome in ('complete', 'refused')) as is_sound
    from reads
    where outcome is not null
    group by institution, run_id, resource
  ) r
  group by r.institution, r.run_id
  having bool_and(is_read and is_sound)
),
successes as (
  select p.institution, max(coalesce(r.ended_at, r.started_at)) as last_success_at
  from parts p
  join runs r using (run_id)
  group by p.institution
),
places as (
  select institution, count(*) as accounts from accounts group by institution
),
rows_of as (
  select a.institution, count(*) as transactions
  from transactions t
  join accounts a using (account_key)
  group by a.institution
),
found as (
  select coalesce(institution, '') as institution, count(*) as open_findings
  from findings
  where closed_run is null
  group by all
),
asked as (
  select coalesce(a.institution, '') as institution, count(*) as questions
  from reviews q
  left join accounts a using (account_key)
  where q.resolved_run is null
  group by all
),
aside as (
  select coalesce(institution, '') as institution, count(distinct (raw_page_id, row_index)) as quarantined
  from quarantine
  where resolved_run is null
  group by all
),
kept_back as (
  select institution, count(*) as held
  from accounts
  where account_key in (select unnest($held::varchar[]))
  group by institution
)
select b.institution, s.last_success_at, coalesce(p.accounts, 0)::integer as accounts,
  coalesce(r.transactions, 0)::integer as transactions, coalesce(f.open_findings, 0)::integer as open_findings,
  coalesce(q.questions, 0)::integer as questions, coalesce(a.quarantined, 0)::integer as quarantined,
  coalesce(h.held, 0)::integer as held
from banks b
left join successes s using (institution)
left join places p using (institution)
left join rows_of r using (institution)
left join found f using (institution)
left join asked q using (institution)
left join aside a using (institution)
left join kept_back h using (institution)
order by b.institution
