-- Ties what the consent called accounts of those after it to these accounts.
insert into account_links by name
select $consent as consent_id, account_id, account_key, $run as first_seen_run from matched_accounts;
