-- Accounts that became new ones, though the book knows some that they may be.
insert into found by name
select 'possibly-same-account' as code,
  'account ' || l.account_id || ' may be one that the book knows under another AccountId; their rows do not tell'
    as message,
  d.account_key, l.account_id,
  json_object('account_keys', list(l.account_key order by l.account_key), 'equal_rows', max(l.matched)::bigint) as evidence
from likeness l
join decided d on d.account_id = l.account_id and not d.known
where l.account_key not in (select account_key from matched_accounts) 
  and (l.matched > 0 or l.possible < 3 and l.account_id not in (select account_id from identifications))
group by l.account_id, d.account_key;
