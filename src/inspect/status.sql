-- How the store stands, in one row.
select
  (select count(*)::integer from accounts) as accounts,
  (select count(*)::integer from transactions) as transactions,
  (select max(booking_date) from transactions) as newest_booking_day,
  (select arg_max(run_id, run_id) from runs where pipeline = 'nightly' and outcome in ('complete', 'held')) as night_run,
  (select arg_max(ended_at, run_id) from runs where pipeline = 'nightly' and outcome in ('complete', 'held')) as night_ended_at,
  (select arg_max(run_id, run_id) from runs) as last_run,
  (select arg_max(pipeline, run_id) from runs) as last_pipeline,
  (select arg_max(coalesce(outcome, 'unfinished'), run_id) from runs) as last_outcome,
  (select arg_max(coalesce(ended_at, started_at), run_id) from runs) as last_at,
  (select coalesce(list({
      'account_key': account_key, 'from_date': from_date, 'to_date': to_date, 'last_chance': last_chance, 'lost': lost,
      'answered': answered
    } order by account_key, from_date), []) from gaps) as gaps,
  (select count(*)::integer from (
    select distinct raw_page_id, row_index from quarantine where resolved_run is null
  )) as in_quarantine,
  (select count(*)::integer from reviews where resolved_run is null) as to_review,
  (select min(r.started_at) from reviews q join runs r on r.run_id = q.opened_run where q.resolved_run is null)
    as oldest_question_at,
  (select arg_max(folder, (created_at, folder)) from exports) as last_export
