-- What each account is called, and by what it is known at its bank.
select account_key, min(institution) as institution,
  min(coalesce(nullif(trim(name), ''), nullif(trim(nickname), ''), nullif(trim(description), ''), account_id)) as called,
  min(coalesce(iban, concat_ws(' ', sort_code, account_number))) as number
from accounts
group by account_key
order by account_key
