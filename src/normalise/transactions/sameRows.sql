-- The same rows under two accounts: at least three new rows of which nine in ten stand, equal in all but the account, under
-- another account of the same bank. Of many rows some are looked at.
create or replace temp table sampled as
select b.institution, b.seq, s.account_key, s.booking_date, s.amount, s.currency, s.status, folded(s.description) as narrative,
  s.proprietary_code
from staged_transactions s
join (
  -- Keys are digests: the smallest of them are any.
  select unnest(min(s.transaction_key, 100)) as transaction_key
  from staged_transactions s
  join differences d using (transaction_key)
  where d.change = 'new' and s.disposition = 'read'
  group by s.account_key
  having count(*) >= 3
) using (transaction_key)
join batch b using (read_no)
where s.disposition = 'read';

create or replace temp table same_rows as
with near as materialized (
  -- The narrative is compared apart: folding it for every row of the book would be dear. So is the bank: of accounts of one bank
  -- there are more pairs than of rows that are alike.
  select t.institution, t.account_key, v.account_key as other, t.booking_date, t.amount, t.currency, t.narrative, v.description
  from sampled t
  join transaction_versions v on v.booking_date = t.booking_date and v.amount = t.amount and v.currency = t.currency
    and v.status = t.status and v.proprietary_code is not distinct from t.proprietary_code
  where v.known_to is null and v.change <> 'absent' and v.account_key <> t.account_key and v.load_seq <= t.seq
    and v.booking_date between $first_new and $last_new
)
select n.account_key, n.other, count(distinct (n.booking_date, n.amount, n.currency, n.narrative)) as rows
from near n
join account_versions o on o.account_key = n.other and o.institution = n.institution and o.known_to is null
where folded(n.description) is not distinct from n.narrative
group by n.account_key, n.other;
