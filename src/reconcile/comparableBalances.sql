-- The run whose list of rows belongs to each balance: its own, or where that broke off before it had one, that of a run which took its
-- place within the hour. Where that one states a balance too, the one before is compared with nothing.
create or replace temp table comparable_balances as
with listing as (
  select account_key, run_id, min(started_at) as listed_at
  from judged_coverage
  where to_date >= started_at::date - 2
  group by all
),
followed as (
  select b.account_key, b.run_id, min(l.run_id) as list_run
  from (select account_key, run_id, min(known_from) as known_from from judged_balances group by all) b
  join listing l on l.account_key = b.account_key and l.run_id > b.run_id
    and l.listed_at between b.known_from and b.known_from + interval 1 hour
  where (b.account_key, b.run_id) not in (select account_key, run_id from listing)
  group by all
)
select b.*, coalesce(f.list_run, b.run_id) as list_run
from judged_balances b
left join followed f using (account_key, run_id)
where f.list_run is null or not exists (
  select 1 from judged_balances o
  where o.account_key = b.account_key and o.currency = b.currency and o.type = b.type and o.run_id = f.list_run
);
