-- Days that came too late to be read.
insert into lost_days by name
select e."from" as from_date, e."to" as to_date, e.reason, e.message, e.consent_id, e.account_id, e.run_id,
  e."at" as learned_at
from events e
where e.event = 'days-lost' and not exists (
  select 1 from lost_days d
  where d.run_id = e.run_id and d.consent_id = e.consent_id and d.account_id = e.account_id and d.from_date = e."from"
);
