-- What a load did to the booked rows of each account and currency: what it opened less what it closed is added to what the
-- reads of its run did, and what the book holds after it is told beside that. By the two an export shows that nothing was
-- lost between them.
create or replace temp table turned_over as
with opened as (
  select b.run_id, v.transaction_key, v.version, v.account_key, v.currency, v.amount, v.status, v.change
  from transaction_versions v
  join batch b on b.seq = v.load_seq
),
sides as (
  select run_id, account_key, currency, amount, 1 as counts
  from opened
  where status = 'BOOK' and change <> 'absent'
  union all
  select o.run_id, v.account_key, v.currency, -v.amount, -1
  from transaction_versions v
  join opened o on o.transaction_key = v.transaction_key and o.version - 1 = v.version
  -- Of what is new there is none before, and a first load is nothing else.
  where o.version > 1 and v.known_to is not null and v.status = 'BOOK' and v.change <> 'absent'
  union all
  select distinct run_id, account_key, currency, 0, 0
  from staged_transactions
  join batch using (read_no)
  where disposition in ('read', 'overtaken') and status = 'BOOK'
)
select run_id, account_key, currency, sum(counts)::bigint as rows,
  coalesce(sum(amount) filter (where amount * counts < 0), 0)::decimal(38, 5) as debit,
  coalesce(sum(amount) filter (where amount * counts >= 0), 0)::decimal(38, 5) as credit,
  sum(amount)::decimal(38, 5) as net
from sides
group by run_id, account_key, currency;

update control_totals
set rows = control_totals.rows + t.rows, debit = control_totals.debit + t.debit, credit = control_totals.credit + t.credit,
  net = control_totals.net + t.net
from turned_over t
where control_totals.run_id = t.run_id and control_totals.stage = 'read' and control_totals.account_key = t.account_key
  and control_totals.currency is not distinct from t.currency;

insert into control_totals by name
select 'read' as stage, t.*
from turned_over t
where not exists (
  select 1 from control_totals c
  where c.run_id = t.run_id and c.stage = 'read' and c.account_key = t.account_key
    and c.currency is not distinct from t.currency
);

delete from control_totals
where stage = 'book' and (run_id, account_key) in (select (run_id, account_key) from account_reads);

insert into control_totals by name
select a.run_id, 'book' as stage, t.*
from (
  select account_key, currency, count(*) as rows, coalesce(sum(amount) filter (where amount < 0), 0) as debit,
    coalesce(sum(amount) filter (where amount >= 0), 0) as credit, sum(amount) as net
  from transaction_versions
  where account_key in (select account_key from account_reads) and known_to is null and status = 'BOOK' and change <> 'absent'
  group by account_key, currency
) t
join (select distinct account_key, run_id from account_reads) a using (account_key);
