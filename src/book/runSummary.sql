-- A run in one line, but for its findings: what it has read, and the rows of which it tells.
with counts as (
  select 'requests' as what, count(*) as n from requests where run_id = $run
  union all
  select 'held', count(distinct account_key) from held_accounts where run_id = $run
  union all
  select 'reviews', count(*) from reviews where opened_run = $run
  union all
  select 'accounts', count(distinct l.account_key)
  from reads r
  join account_links l on l.consent_id = r.consent_id and (r.account_id is null or r.account_id = l.account_id)
  where r.run_id = $run
)
select u.run_id, u.pipeline, u.outcome, u.exit_code, u.started_at, u.ended_at, t.*, c.*, e.*
from runs u, (
  select count(distinct consent_id) filter (run_id = $run)::integer as consents,
    coalesce(sum(pages) filter (run_id = $run), 0)::integer as pages,
    coalesce(sum(rows_read), 0)::integer as rows_read, coalesce(sum(rows_new), 0)::integer as rows_new,
    coalesce(sum(rows_changed), 0)::integer as rows_changed, coalesce(sum(rows_known), 0)::integer as rows_known,
    coalesce(sum(rows_repeated), 0)::integer as rows_repeated,
    coalesce(sum(rows_quarantined), 0)::integer as rows_quarantined
  from reads where run_id = $run or read_id in (select read_id from untold_reads)
) t, (
  select any_value(n::integer) filter (what = 'accounts') as accounts, any_value(n::integer) filter (what = 'requests') as requests,
    any_value(n::integer) filter (what = 'held') as held, any_value(n::integer) filter (what = 'reviews') as reviews_new
  from counts
) c, (
  select max(folder) as export from exports where run_id = $run
) e
where u.run_id = $run;
