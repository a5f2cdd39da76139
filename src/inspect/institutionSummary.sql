-- What each institution's part of the book holds, and how many of its accounts and currencies are proven.
select a.institution,
  count(*)::integer as accounts,
  (select count(*)::integer from balances b join accounts o using (account_key) where o.institution = a.institution)
    as balances,
  (select count(*)::integer from transactions t join accounts o using (account_key) where o.institution = a.institution)
    as transactions,
  (
    select count(*)::integer from pending_transactions t join accounts o using (account_key)
    where o.institution = a.institution
  ) as pending,
  (
    select min(booking_date)::varchar from transactions t join accounts o using (account_key)
    where o.institution = a.institution
  ) as since,
  (select count(*)::integer from verdicts v join accounts o using (account_key) where o.institution = a.institution)
    as verdicts,
  (
    select count(*)::integer from verdicts v join accounts o using (account_key)
    where o.institution = a.institution and v.verdict in ('proven', 'proven-with-pending')
  ) as proven,
  (
    select count(*)::integer from verdicts v join accounts o using (account_key)
    where o.institution = a.institution and v.verdict in ('broken', 'unprovable')
  ) as unproven
from accounts a
group by a.institution
order by a.institution
