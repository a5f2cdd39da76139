-- The balance that a bank states after a row is the one before it and the row's amount. The order of a day's rows is not known,
-- so one is looked for that it follows from, or that follows from it, on the same day or on the next that has any. Some banks
-- copy the direction of the row into the balance: then neither is found.
delete from doubtful_running_balances
where account_key in (select account_key from news);

create or replace temp table running as
select transaction_key, account_key, currency, amount, running_balance,
  dense_rank() over (partition by account_key, currency order by booking_date) as day_no,
  count(*) over (partition by account_key, currency) as rows
from transactions
where running_balance is not null and account_key in (select account_key from news);

insert into doubtful_running_balances
select transaction_key, account_key
from running r
where rows > 1
  and not exists (
    select 1 from running b
    where b.account_key = r.account_key and b.currency = r.currency and b.running_balance = r.running_balance - r.amount
      and b.day_no between r.day_no - 1 and r.day_no and b.transaction_key <> r.transaction_key
  )
  and not exists (
    select 1 from running n
    where n.account_key = r.account_key and n.currency = r.currency and n.running_balance - n.amount = r.running_balance
      and n.day_no between r.day_no and r.day_no + 1 and n.transaction_key <> r.transaction_key
  );
