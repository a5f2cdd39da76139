-- Accounts of this answer that nothing identifies and that have no name in the book yet, and the accounts of the same bank
-- that any of them may be under a new AccountId: of the same kind and currency, not identified either, and not listed by
-- their old AccountId.
create or replace temp table unidentified_accounts as
select s.account_id, s.currency, s.type_code
from staged s
where s.disposition = 'read'
  and s.account_id not in (select account_id from account_links where consent_id = $consent)
  and md5(concat_ws(chr(31), 'named', $institution, s.account_id)) not in (select account_key from account_versions)
  and len(list_filter(s.identifiers, lambda i: is_identification(i.identification))) = 0;

create or replace temp table candidate_accounts as
select n.account_id, v.account_key
from unidentified_accounts n
join account_versions v on v.currency is not distinct from n.currency and v.type_code is not distinct from n.type_code
where v.institution = $institution and v.known_to is null
  and v.account_id not in (select account_id from staged where disposition = 'read')
  and v.account_key not in (select account_key from account_links where consent_id = $consent)
  and is_unidentified(v.identifiers);

-- What these accounts were seen to list in the same run.
create or replace temp table sampled_rows (account_id varchar, booking_date date, row_content uhugeint);

create or replace temp table matched_accounts (account_id varchar, account_key varchar);
