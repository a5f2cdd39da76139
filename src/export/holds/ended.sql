-- Releases that hold no more.
select r.account_key, r.run_id as release_run
from account_releases r
where r.run_id not in (select run_id from releases)
  and (r.account_key, r.run_id) not in (select (account_key, release_run) from release_ends)
order by r.account_key, r.run_id
