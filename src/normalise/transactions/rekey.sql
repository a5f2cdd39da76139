-- Identity, rule 6: a payment keeps its key where what names it changes: the institution's rule is edited, ids begin or
-- cease to be sent, or a bank gives all its rows new ids. What the rule calls a row now is tied to the key that the book
-- goes on using, so that nothing is taken in twice.

create or replace temp table listed_keys as
select transaction_key from staged where disposition = 'read';

update staged
set transaction_key = k.old_key
from (
  select new_key, old_key
  from key_changes
  where booking_date between $first_day and $last_day
    and new_key in (select transaction_key from listed_keys)
    and old_key not in (select transaction_key from listed_keys)
  qualify row_number() over (partition by old_key order by load_seq desc, new_key) = 1
    and row_number() over (partition by new_key order by load_seq desc, old_key) = 1
) k
where staged.transaction_key = k.new_key and staged.disposition = 'read';

-- Rows of the book that are not listed under their key, and rows of the read that the book does not know by theirs. Those
-- that say the same are the same, one by one, as long as one of the two is named by an id: content keys of equal content
-- are equal already.
create or replace temp table adopted as
select o.transaction_key as old_key, s.transaction_key as new_key, o.account_key, s.booking_date
from (
  select c.transaction_key, c.account_key, c.side, c.content_key, c.identity_tier,
    row_number() over (partition by c.account_key, c.side, c.content_key order by c.first_seen_run, c.transaction_key) as nth
  from current_rows c
  where c.change not in ('absent', 'voided', 'booked') and c.due
    and c.transaction_key not in (select transaction_key from staged where disposition = 'read')
) o
join (
  select s.transaction_key, s.account_key, side_of(s.status) as side, s.content_key, s.identity_tier, s.booking_date,
    row_number() over (
      partition by s.account_key, side_of(s.status), s.content_key order by s.occurrence, s.transaction_key
    ) as nth
  from staged s
  where s.disposition = 'read' and s.transaction_key not in (select transaction_key from current_rows)
) s using (account_key, side, content_key, nth)
where (s.identity_tier <> o.identity_tier or (s.identity_tier = 'id' and $complete));

insert into key_changes by name
select old_key, new_key, account_key, booking_date, $rule_version as rule_version, $seq as load_seq, $run as run_id
from adopted;

update staged
set transaction_key = a.old_key
from adopted a
where staged.transaction_key = a.new_key and staged.disposition = 'read';
