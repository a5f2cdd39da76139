-- Accounts that lists of all accounts leave out: asked for by themselves they showed rows that no such list had, and none has named
-- them since.
create or replace view left_out_accounts as
select f.account_key
from (
  select s.account_key, max(r.started_at) as seen_at
  from finding_sightings s
  join reads r using (read_id)
  where s.code = 'left-out-of-lists'
  group by s.account_key
) f
where not exists (
  select 1
  from coverage c
  join reads r using (read_id)
  where c.account_key = f.account_key and r.account_id is null and r.started_at > f.seen_at
);

comment on view left_out_accounts is 'an account that lists of all accounts leave out: every night it is asked for by itself';
