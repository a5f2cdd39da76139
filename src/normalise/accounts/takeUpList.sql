-- Takes up the lists again, with the accounts that were decided meanwhile.
create or replace temp table batch as from listed_batch;
create or replace temp table batch_pages as from listed_pages;
create or replace temp table staged as
select s.* replace (coalesce(s.account_key, l.account_key) as account_key)
from listed_accounts s
join batch b using (read_no)
left join account_links l on l.consent_id = b.consent_id and l.account_id = s.account_id;
