-- The accounts that this read speaks of, and from which day to which. Where no bound was sent the consent's span is the
-- bound, and where that is open, what was listed.
create or replace temp table read_accounts as
select distinct l.account_key,
  coalesce(
    $from::date,
    (select timezone($zone, transaction_from)::date from consents where consent_id = $consent),
    (select min(s.booking_date) from staged s where s.account_key = l.account_key and s.disposition = 'read')
  ) as from_date,
  $to::date as to_date
from account_links l
where l.consent_id = $consent and ($account is null or l.account_id = $account);
