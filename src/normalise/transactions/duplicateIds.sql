-- Ids that stand on several rows of a read, and whether all of those say the same. What is distinct is only looked for where an id
-- stands twice: it is dear for every row.
create or replace temp table duplicate_ids as
with several as (
  select account_key, transaction_id, side_of(status) as side
  from staged_transactions
  where identity_tier = 'id'
  group by all
  having count(*) > 1
)
select s.account_key, s.transaction_id, m.side,
  count(distinct s.row_hash) = 1 as alike,
  count(distinct s.content_key) > 1 as different
from staged_transactions s
join several m on m.account_key is not distinct from s.account_key and m.transaction_id = s.transaction_id
  and m.side = side_of(s.status)
where s.identity_tier = 'id'
group by all;
