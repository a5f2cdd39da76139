-- The rows whose running balance nothing follows from, and that follow from nothing.
insert into doubtful_running_balances
select r.transaction_key, r.account_key
from follows_nothing r
anti join (
  select unnest([day_no - 1, day_no]) as day_no, before, transaction_key
  from running
  where before in (select running_balance from follows_nothing)
) n on n.day_no = r.day_no and n.before = r.running_balance and n.transaction_key <> r.transaction_key;
