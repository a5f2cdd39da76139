-- What another window of the run was silent about is proven with one that names the account, as far as the bank's rules say that
-- it gives anything.
create or replace temp table confirmed_days as
select u.account_key, u.read_id, greatest(u.from_date, a.given_from) as from_date, u.to_date
from unconfirmed_days u
join reads r using (read_id)
join account_reads a on a.account_key = u.account_key and a.consent_id = r.consent_id
where (a.run_id, r.run_id) in (from runs_of_question) and r.account_id is null and a.account_id is null and u.to_date >= a.given_from
  and (u.account_key, a.run_id) in (from named_accounts_of_runs);
