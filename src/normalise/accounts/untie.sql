-- Ends the links of AccountIds that mean another account now.
delete from account_links
where (consent_id, account_id) in (select (consent_id, account_id) from untied_ids);
