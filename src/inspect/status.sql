-- How the store stands, in one row. A night of one bank alone is none of the others: of all banks that have a live consent the one
-- that waits longest says how old the newest night is. One that nobody had consented to by then waits since somebody has. The newest
-- is the last, whatever time an earlier one told.
with nights as (
  select run_id, ended_at from runs where pipeline = 'nightly' and outcome in ('complete', 'held')
),
banks as (
  select c.institution, max(n.run_id) as run_id, greatest(arg_max(n.ended_at, n.run_id), max(c.authorised_at)) as ended_at
  from consents c
  left join consent_events e using (consent_id)
  left join nights n on n.run_id = e.run_id
  where c.institution in (
    select institution
    from consents
    where status = 'AUTH' and not retired
      and (expires_at is null or expires_at > (select arg_max(ended_at, run_id) from nights))
  )
  group by c.institution
)
select
  (select count(*)::integer from accounts) as accounts,
  (select count(*)::integer from transactions) as transactions,
  (select max(booking_date) from transactions) as newest_booking_day,
  (select coalesce((select arg_min(run_id, ended_at) from banks), max(run_id)) from nights having count(*) > 0) as night_run,
  (select least((select min(ended_at) from banks), arg_max(ended_at, run_id)) from nights having count(*) > 0) as night_ended_at,
  (select max(run_id) from runs) as last_run,
  (select arg_max(pipeline, run_id) from runs) as last_pipeline,
  (select arg_max(coalesce(outcome, 'unfinished'), run_id) from runs) as last_outcome,
  (select arg_max(coalesce(ended_at, started_at), run_id) from runs) as last_at,
  holes.gaps,
  (select count(*)::integer from (
    select distinct raw_page_id, row_index from quarantine where resolved_run is null
  )) as in_quarantine,
  (select count(*)::integer from reviews where resolved_run is null) as to_review,
  (select min(r.started_at) from reviews q join runs r on r.run_id = q.opened_run where q.resolved_run is null)
    as oldest_question_at,
  -- The store's clock may be set back; runs are numbered.
  (select arg_max(folder, (run_id, folder)) from exports) as last_export
-- DuckDB plans a subquery in a list of columns twice as long as one here.
from (
  select coalesce(list({
    'account_key': account_key, 'from_date': from_date, 'to_date': to_date, 'last_chance': last_chance, 'lost': lost,
    'answered': answered
  } order by account_key, from_date), []) as gaps
  from gaps
) holes
