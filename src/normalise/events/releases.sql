-- What a person has released.
delete from account_releases where run_id in (select run_id from run_events where event = 'account-released');

insert into account_releases by name
select account_key, run_id, "at" as released_at, "by" as released_by, reason, until_day, covers
from run_events
where event = 'account-released';
