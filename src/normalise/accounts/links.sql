-- Which account each AccountId of the lists is tied to.
update staged_accounts
set account_key = l.account_key
from account_links l
join batch b using (consent_id)
where b.read_no = staged_accounts.read_no and l.account_id = staged_accounts.account_id;
