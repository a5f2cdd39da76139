-- An id by which the book knows several payments names none of them, also where an answer of fewer days lists one alone
-- (docs/identity.md, rule 1).
create or replace temp table shared_ids as
select account_key, transaction_id, side_of(status) as side
from transaction_versions
where account_key in (select account_key from known_findings where code = 'ids-not-unique')
  and known_to is null and transaction_id is not null
group by all
having count(*) > 1;

update staged_transactions
set identity_tier = 'content', transaction_key = content_identity(side_of(status), content_key, 1)
from shared_ids i
where staged_transactions.identity_tier = 'id' and i.account_key = staged_transactions.account_key
  and i.transaction_id = staged_transactions.transaction_id and i.side = side_of(staged_transactions.status);
