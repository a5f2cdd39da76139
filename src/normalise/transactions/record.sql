-- What is left to write down of a read: the days that it proves.

insert into coverage by name
select account_key, from_date, to_date, read_id
from account_reads
where complete and from_date <= to_date and credits and debits;

insert into one_sided_coverage by name
select account_key, if(credits, 'credit', 'debit') as side, from_date, to_date, read_id
from account_reads
where complete and from_date <= to_date and credits <> debits;
