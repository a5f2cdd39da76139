-- What a run found was to be held back from an export, and which releases it found ended.
delete from export_judgements where run_id in (select run_id from run_events where event = 'export-judged');
delete from held_accounts where run_id in (select run_id from run_events where event = 'export-judged');
delete from release_ends where run_id in (select run_id from run_events where event = 'export-judged');

insert into export_judgements
select distinct run_id from run_events where event = 'export-judged';

insert into held_accounts by name
select run_id, h.account_key, h.currency, h.verdict, h.difference, h.reason, h.since
from run_events, unnest(held) as u(h)
where event = 'export-judged';

insert into release_ends by name
select e.account_key, e.release_run, run_id
from run_events, unnest(ended) as u(e)
where event = 'export-judged';
