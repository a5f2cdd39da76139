-- In which runs each account was listed, and by which AccountId.
insert into account_sightings
select distinct account_key, b.run_id, b.run_id
from staged_accounts
join batch b using (read_no)
where disposition = 'read' and account_key is not null and account_key not in (select account_key from account_sightings);

update account_sightings
set last_seen_run = greatest(last_seen_run, s.run_id)
from (select distinct account_key, b.run_id from staged_accounts join batch b using (read_no) where disposition = 'read') s
where account_sightings.account_key = s.account_key;

update account_links
set last_listed_run = greatest(last_listed_run, s.run_id)
from (
  select b.consent_id, s.account_id, max(b.run_id) as run_id
  from staged_accounts s
  join batch b using (read_no)
  where s.disposition = 'read'
  group by all
) s
where account_links.consent_id = s.consent_id and account_links.account_id = s.account_id;
