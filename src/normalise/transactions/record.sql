-- What is left to write down of a read: the days that it proves, and its totals.

insert into coverage by name
select account_key, from_date, to_date, $read as read_id
from read_accounts
where $complete and from_date <= to_date and credits and debits;

insert into one_sided_coverage by name
select account_key, if(credits, 'credit', 'debit') as side, from_date, to_date, $read as read_id
from read_accounts
where $complete and from_date <= to_date and credits <> debits;

delete from control_totals
where run_id = $run and stage in ('read', 'book') and account_key in (select account_key from read_accounts);

insert into control_totals by name
select $run as run_id, 'read' as stage, account_key, currency, count(*) as rows,
  coalesce(sum(amount) filter (where amount < 0), 0) as debit, coalesce(sum(amount) filter (where amount >= 0), 0) as credit,
  sum(amount) as net
from staged
where disposition in ('read', 'overtaken') and status = 'BOOK'
group by account_key, currency;

insert into control_totals by name
select $run as run_id, 'book' as stage, account_key, currency, count(*) as rows,
  coalesce(sum(amount) filter (where amount < 0), 0) as debit, coalesce(sum(amount) filter (where amount >= 0), 0) as credit,
  sum(amount) as net
from transactions
where account_key in (select account_key from read_accounts)
group by account_key, currency;
