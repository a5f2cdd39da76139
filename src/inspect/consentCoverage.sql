-- How many accounts each consent opens, and the day to which all of them are read. Accounts of which nothing is covered do
-- not count for that day.
select l.consent_id, count(distinct l.account_key)::integer as accounts, min(c.to_date) as covered_to
from account_links l
left join (select account_key, max(to_date) as to_date from covered group by account_key) c using (account_key)
group by l.consent_id
order by l.consent_id
