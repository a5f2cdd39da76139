-- The accounts that this read speaks of, from which day to which, and of which rows. Where no bound was sent the consent's
-- span is the bound, and where that is open, what was listed. A consent that permits only one direction says nothing of
-- the other.
create or replace temp table read_accounts as
select distinct l.account_key,
  coalesce(
    $from::date,
    (select timezone($zone, transaction_from)::date from consents where consent_id = $consent),
    (select min(s.booking_date) from staged s where s.account_key = l.account_key and s.disposition = 'read')
  ) as from_date,
  $to::date as to_date,
  coalesce(
    (
      select list_contains(permissions, 'ReadTransactionsCredits') or not list_contains(permissions, 'ReadTransactionsDebits')
      from consents where consent_id = $consent
    ), true
  ) as credits,
  coalesce(
    (
      select list_contains(permissions, 'ReadTransactionsDebits') or not list_contains(permissions, 'ReadTransactionsCredits')
      from consents where consent_id = $consent
    ), true
  ) as debits
from account_links l
where l.consent_id = $consent and ($account is null or l.account_id = $account);
