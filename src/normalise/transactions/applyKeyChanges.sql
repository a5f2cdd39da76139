-- A payment keeps its key where what names it changes: the institution's rule is edited, ids begin or cease to be sent, or a
-- bank gives all its rows new ids. What the rule calls a row now is tied to the key that the book goes on using, so that
-- nothing is taken in twice (docs/identity.md, rule 6).

create or replace temp table listed_keys as
select transaction_key from staged_transactions where disposition = 'read';

update staged_transactions
set transaction_key = k.old_key
from (
  select new_key, old_key
  from key_changes k
  join read_accounts a using (account_key)
  join read_spans p using (read_no)
  where booking_date between p.first_day and p.last_day
    and new_key in (select transaction_key from listed_keys)
    and old_key not in (select transaction_key from listed_keys)
  qualify row_number() over (partition by old_key order by load_seq desc, new_key) = 1
    and row_number() over (partition by new_key order by load_seq desc, old_key) = 1
) k
where staged_transactions.transaction_key = k.new_key and staged_transactions.disposition = 'read';
