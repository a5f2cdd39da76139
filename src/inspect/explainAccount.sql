-- The accounts that a word may mean: an account_key, or an AccountId.
select distinct account_key
from account_links
where account_key = $account or account_id = $account
order by account_key
