-- Identity, rule 2: equal rows of one answer are two payments, always, and are told apart by counting them.

-- Which of several equal rows is which cannot be told by what identifies them; what else they say keeps their order the
-- same from one reading to the next.
update staged
set occurrence = nth.occurrence,
  transaction_key = content_identity(side_of(status), content_key, nth.occurrence)
from (
  select frame, row_index, row_number() over (
      partition by transaction_key order by row_hash, frame, row_index
    )::integer as occurrence
  from staged
  where identity_tier = 'content' and disposition = 'read' and transaction_key in (
    select transaction_key from staged
    where identity_tier = 'content' and disposition = 'read'
    group by transaction_key
    having count(*) > 1
  )
) nth
where nth.occurrence > 1 and staged.frame = nth.frame and staged.row_index = nth.row_index;
