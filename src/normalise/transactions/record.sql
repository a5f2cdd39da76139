-- What is left to write down of a read: the days that it proves, and its totals.

insert into coverage by name
select account_key, from_date, to_date, read_id
from account_reads
where complete and from_date <= to_date and credits and debits;

insert into one_sided_coverage by name
select account_key, if(credits, 'credit', 'debit') as side, from_date, to_date, read_id
from account_reads
where complete and from_date <= to_date and credits <> debits;

delete from control_totals
where stage in ('read', 'book') and (run_id, account_key) in (select (run_id, account_key) from account_reads);

insert into control_totals by name
select run_id, 'read' as stage, account_key, currency, count(*) as rows,
  coalesce(sum(amount) filter (where amount < 0), 0) as debit, coalesce(sum(amount) filter (where amount >= 0), 0) as credit,
  sum(amount) as net
from staged
join batch using (read_no)
where disposition in ('read', 'overtaken') and status = 'BOOK'
group by run_id, account_key, currency;

insert into control_totals by name
select a.run_id, 'book' as stage, account_key, currency, count(*) as rows,
  coalesce(sum(amount) filter (where amount < 0), 0) as debit, coalesce(sum(amount) filter (where amount >= 0), 0) as credit,
  sum(amount) as net
from transactions
join account_reads a using (account_key)
group by a.run_id, account_key, currency;
