-- What runs of before a purge wrote down beside what was read, as far as it may tell of what went: the rows that checks showed, what
-- balances said of a question, and that accounts were held or released which nothing has opened from then until now without a break.
create or replace temp table newest_purge as
select max(run_id) as run_id from consent_events where change = 'purged';

update check_results
set sample = '[]'::json
where run_id <= (select run_id from newest_purge) and json_array_length(sample) > 0;

update finding_sightings
set evidence = json_merge_patch(evidence, '{"sample": []}')
where code = 'check-failed' and run_id <= (select run_id from newest_purge) and json_array_length(evidence -> '$.sample') > 0;

update review_answers
set reason = 'what balances said of it before a consent was purged is kept no more'
where change = 'judged' and run_id <= (select run_id from newest_purge);

delete from held_accounts
where run_id <= (select run_id from newest_purge) and not exists (
  select 1 from account_links l where l.account_key = held_accounts.account_key and l.first_seen_run <= held_accounts.run_id
);

delete from release_ends
where run_id <= (select run_id from newest_purge) and not exists (
  select 1 from account_links l where l.account_key = release_ends.account_key and l.first_seen_run <= release_ends.run_id
);

delete from account_releases
where run_id <= (select run_id from newest_purge) and not exists (
  select 1 from account_links l where l.account_key = account_releases.account_key and l.first_seen_run <= account_releases.run_id
);
