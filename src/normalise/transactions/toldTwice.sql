-- Accounts of whose new rows nine in ten stand under another account too.
insert into found by name
select 'same-rows-under-two-accounts' as code,
  'this account lists what account ' || a.other || ' lists; they may be one account under two names' as message,
  a.account_key, a.other as part,
  json_object('other_account_key', a.other, 'rows', a.rows, 'of', s.rows) as evidence
from same_rows a
join (
  select account_key, count(distinct (booking_date, amount, currency, narrative)) as rows from sampled group by 1
) s using (account_key)
where a.rows >= 3 and a.rows >= 0.9 * s.rows;
