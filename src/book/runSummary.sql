-- A run in one line.
select u.run_id, u.pipeline, u.outcome, u.exit_code, u.started_at, u.ended_at,
  (select count(distinct consent_id)::integer from reads r where r.run_id = u.run_id) as consents,
  (
    select count(distinct l.account_key)::integer
    from reads r
    join account_links l on l.consent_id = r.consent_id and (r.account_id is null or r.account_id = l.account_id)
    where r.run_id = u.run_id
  ) as accounts,
  (select count(*)::integer from requests q where q.run_id = u.run_id) as requests,
  t.pages, t.rows_read, t.rows_new, t.rows_changed, t.rows_known, t.rows_repeated, t.rows_quarantined,
  (select count(distinct account_key)::integer from held_accounts h where h.run_id = u.run_id) as held,
  (
    select count(*)::integer from findings f where f.run_id = u.run_id and f.closed_run is distinct from u.run_id
  ) as findings_new,
  (select count(*)::integer from reviews v where v.opened_run = u.run_id) as reviews_new,
  (select max(folder) from exports e where e.run_id = u.run_id) as export
from runs u, (
  select coalesce(sum(pages), 0)::integer as pages, coalesce(sum(rows_read), 0)::integer as rows_read,
    coalesce(sum(rows_new), 0)::integer as rows_new, coalesce(sum(rows_changed), 0)::integer as rows_changed,
    coalesce(sum(rows_known), 0)::integer as rows_known, coalesce(sum(rows_repeated), 0)::integer as rows_repeated,
    coalesce(sum(rows_quarantined), 0)::integer as rows_quarantined
  from reads where run_id = $run
) t
where u.run_id = $run
