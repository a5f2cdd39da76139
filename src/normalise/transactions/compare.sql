-- What the read says against what the book says. Rows are stored as they arrive, so the literal span of booking days is
-- what keeps a night as cheap as what comes in.

create or replace temp table current_rows as
select v.transaction_key, v.account_key, v.row_hash, v.version, v.change, v.booking_date, v.first_seen_run, v.previous_key,
  v.previous_tier, side_of(v.status) as side
from transaction_versions v
where v.account_key in (select account_key from read_accounts)
  and v.booking_date between $first_day and $last_day
  and v.known_to is null;

-- A row with an id can move to a day outside the span: look for it among all rows, but only for what seems new.
insert into current_rows
select v.transaction_key, v.account_key, v.row_hash, v.version, v.change, v.booking_date, v.first_seen_run, v.previous_key,
  v.previous_tier, side_of(v.status)
from transaction_versions v
join (
  select transaction_key from staged
  where identity_tier = 'id' and disposition = 'read'
  except select transaction_key from current_rows
) n using (transaction_key)
where v.known_to is null and not (v.booking_date between $first_day and $last_day);

create or replace temp table differences as
select coalesce(s.transaction_key, c.transaction_key) as transaction_key,
  coalesce(c.version, 0) + 1 as version,
  case when c.transaction_key is null then 'new'
    when c.change in ('absent', 'voided', 'booked') then 'returned'
    else 'changed' end as change,
  coalesce(c.first_seen_run, $run) as first_seen_run, c.previous_key, c.previous_tier
from staged s
left join current_rows c on c.transaction_key = s.transaction_key
where s.disposition = 'read'
  and (c.transaction_key is null or s.row_hash is distinct from c.row_hash or c.change in ('absent', 'voided', 'booked'));

-- Rows of the book that a complete read of their day no longer lists. Pending rows are looked at apart.
create or replace temp table missing as
select c.transaction_key, c.account_key, c.version + 1 as version, c.booking_date, c.side
from current_rows c
join read_accounts a using (account_key)
where $complete and c.side <> 'pending' and c.change <> 'absent'
  and c.booking_date between a.from_date and a.to_date
  and c.transaction_key not in (select transaction_key from staged where disposition = 'read');
