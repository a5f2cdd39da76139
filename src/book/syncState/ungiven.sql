-- Days of the accounts of the consents, older than all that were answered, that windows asked for and their bank did not give.
select l.consent_id as "consentId", u.account_key as "accountKey", u.from_date::varchar as "from",
  u.to_date::varchar as "to", u.tries
from ungiven_days u
join (select distinct consent_id, account_key from account_links join asked_consents using (consent_id)) l using (account_key)
order by all;
