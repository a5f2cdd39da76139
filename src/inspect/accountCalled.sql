-- The accounts that a word may mean, by the first of these that any is called by: account_key or AccountId; a number; a name.
with called as (
  select account_key, 1 as tier from account_links where account_key = $account or account_id = $account
  union all
  select account_key, 2
  from account_identifiers
  where replace($account, ' ', '') in (replace(identification, ' ', ''), right(replace(identification, ' ', ''), 8))
  union all
  -- A file that an earlier version published has no names of owners.
  select account_key, 3
  from accounts a
  where lower($account) in (lower(to_json(a) ->> 'name'), lower(nickname), lower(description))
)
select distinct account_key
from called
where tier = (select min(tier) from called)
order by account_key
