-- What is left to write down of a read: the days that it proves. A list of all accounts proves none of an account of which it
-- names no row: the bank may leave it out. Such days were answered, until the account is asked for by itself or a list names it
-- that reaches back to them. The windows of a run are one question: an account may be quiet in some. Of which a row tells no day, no
-- day is proven, until they were read once more.
create or replace temp table named_accounts_of_runs as
select distinct s.account_key, b.run_id
from staged_transactions s
join batch b using (read_no)
where s.account_key is not null and s.disposition <> 'quarantined'
union
select t.account_key, q.run_id
from control_totals t
join runs_of_question q on q.read_in = t.run_id
where t.stage = 'read';

create or replace temp table answered_spans as
select account_key, from_date, to_date, read_id,
  account_id is not null or (account_key, run_id) in (from named_accounts_of_runs) as proven
from account_reads
where complete and from_date <= to_date and credits and debits
  and (account_key, read_id) not in (select (account_key, read_id) from doubtful_days where reason = 'row-without-day');

insert into coverage by name
select account_key, from_date, to_date, read_id from answered_spans where proven;

insert into unconfirmed_days by name
select account_key, from_date, to_date, read_id from answered_spans where not proven;

insert into one_sided_coverage by name
select account_key, if(credits, 'credit', 'debit') as side, from_date, to_date, read_id
from account_reads
where complete and from_date <= to_date and credits <> debits
  and (account_key, read_id) not in (select (account_key, read_id) from doubtful_days where reason = 'row-without-day');
