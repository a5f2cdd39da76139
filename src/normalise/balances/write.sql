-- Writes the balances that were not stated before.

update staged
set disposition = 'repeated'
from (
  select frame, row_index from staged
  where disposition = 'read'
  qualify row_number() over (partition by balance_key order by frame, row_index) > 1
) again
where staged.frame = again.frame and staged.row_index = again.row_index;

create or replace temp table differences as
select balance_key, case when exists (
    select 1 from balances b
    where b.account_key = s.account_key and b.type = s.type and b.sub_type = s.sub_type and b.currency = s.currency
      and b.as_of = s.as_of
  ) then 'changed' else 'new' end as change
from staged s
where disposition = 'read' and balance_key not in (
  select balance_key from balances where account_key in (select account_key from staged)
);

insert into balances by name
select s.balance_key, s.account_key, s.type, s.type_sent, s.sub_type, s.currency, s.as_of, s.amount, s.local_amount,
  s.local_currency, s.extra, $known::timestamptz as known_from, $seq as load_seq, $run as run_id,
  $folder || '/' || s.frame as raw_page_id, s.row_index
from differences d
join staged s on s.balance_key = d.balance_key and s.disposition = 'read';

insert into credit_lines by name
select d.balance_key, l.type, l.included, l.amount, l.currency
from differences d
join staged s on s.balance_key = d.balance_key and s.disposition = 'read', unnest(s.credit_lines) as u(l);
