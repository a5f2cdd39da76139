-- An id counts only where the institution's rule says so, it is not blank, and it is unique in the read (docs/identity.md,
-- rule 1).

-- An id that stands on several rows. Where all of them say the same, the bank listed the row again; where not, the id is
-- no identity and content must tell. A bank that gives one id to different payments gives it to equal ones too: once that was
-- seen of an account, no id says of it that a row was listed again.
insert into found by name
select 'ids-not-unique' as code,
  'transaction ids of this account stand on different payments of one answer; equal rows of one id are two payments from now on'
    as message,
  account_key, json_object('ids', count(*)) as evidence
from duplicate_ids
where different and account_key not in (select account_key from known_findings where code = 'ids-not-unique')
group by account_key;

create or replace temp table listed_again as
select account_key, transaction_id, side
from duplicate_ids
where alike and account_key not in (select account_key from known_findings where code = 'ids-not-unique');

update staged_transactions
set disposition = 'repeated'
from (
  select s.page_no, s.row_index
  from staged_transactions s
  join listed_again r on r.account_key = s.account_key and r.transaction_id = s.transaction_id
    and r.side = side_of(s.status)
  where s.identity_tier = 'id' and s.disposition = 'read'
  qualify row_number() over (partition by s.transaction_key order by s.page_no, s.row_index) > 1
) again
where staged_transactions.page_no = again.page_no and staged_transactions.row_index = again.row_index;

update staged_transactions
set identity_tier = 'content', transaction_key = content_identity(side_of(status), content_key, 1)
from (from duplicate_ids anti join listed_again using (account_key, transaction_id, side)) r
where staged_transactions.identity_tier = 'id' and r.account_key = staged_transactions.account_key
  and r.transaction_id = staged_transactions.transaction_id and r.side = side_of(staged_transactions.status);
