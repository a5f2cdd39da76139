-- What the reads say against what the book says.

create or replace temp table differences as
select s.read_no, s.transaction_key,
  coalesce(c.version, 0) + 1 as version,
  case when c.transaction_key is null then 'new'
    when is_over(c.change) then 'returned'
    else 'changed' end as change,
  coalesce(c.first_seen_run, b.run_id) as first_seen_run, c.previous_key, c.previous_tier
from staged_transactions s
join batch b using (read_no)
left join current_rows c on c.transaction_key = s.transaction_key
where s.disposition = 'read' and c.overtaken is distinct from true
  and (c.transaction_key is null or s.row_hash is distinct from c.row_hash or is_over(c.change));

-- Rows of the book that a complete read of their day no longer lists. Pending rows are looked at apart, and what the next
-- read is to decide, this one does not.
create or replace temp table missing as
select a.read_no, c.transaction_key, c.account_key, c.version + 1 as version, c.booking_date, c.side, false as doubled,
  false as asked_about
from current_rows c
join account_reads a using (account_key)
where a.complete and c.due and c.side <> 'pending' and c.change <> 'absent'
  and is_permitted(c.amount, a.credits, a.debits)
  and c.content_key not in (select content_key from postponed)
  and c.transaction_key not in (select transaction_key from staged_transactions where disposition = 'read')
  -- A row that could not be understood may be the one that is missed; one of another account, whichever that is, is not.
  and not exists (
    select 1 from staged_transactions q
    where q.disposition = 'quarantined' and q.read_no = a.read_no and coalesce(q.account_key, c.account_key) = c.account_key
      and q.faults[1].code not in ('unlisted-account', 'undecided-account')
      and coalesce(q.booking_date, c.booking_date) = c.booking_date
  );

-- Those that are missing on days in doubt: nothing is concluded of them, but that another has taken the place of one.
create or replace temp table kept_in_doubt as from missing limit 0;
