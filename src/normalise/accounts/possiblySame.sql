-- Accounts that became new ones, though the book knows some that they may be: a person may say which.
create or replace temp table possibly_same as
select l.*, d.account_key as own_account, d.own_key, d.known
from likeness l
join decided d on d.account_id = l.account_id
where l.account_key not in (select account_key from matched_accounts)
  and l.account_id not in (select account_id from matched_accounts)
  and (if(l.poor, l.matched >= 3 and l.matched >= 0.5 * l.possible, l.matched > 0) or l.possible < 3 and (
    l.account_id not in (select account_id from identifications)
    or l.account_key in (select account_key from free_accounts where not identified)
  ));

insert into found by name
select 'possibly-same-account' as code,
  'account ' || account_id || ' may be one that the book knows under another AccountId; their rows do not tell'
    as message,
  own_account as account_key, account_id,
  json_object('account_keys', list(account_key order by account_key), 'equal_rows', max(matched)::bigint) as evidence
from possibly_same
where not known
group by account_id, own_account;

insert into reviews by name
select same_account_question(own_key, account_key) as review_id, 'same-account' as kind, account_key,
  []::varchar[] as transaction_keys, ['same', 'different'] as readings,
  'AccountId ' || account_id || ' may mean this account, and their rows do not tell: the same, or a different one' as reason,
  $run as opened_run
from possibly_same p
where not exists (
  select 1 from reviews r where r.review_id = same_account_question(p.own_key, p.account_key)
)
order by account_key, account_id;

insert into account_questions by name
select same_account_question(own_key, account_key) as review_id, $consent as consent_id, account_id,
  own_account = account_key as taken
from possibly_same;
