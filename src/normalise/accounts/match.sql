-- Which account is which, by their rows. An account that lists the rows of one that is no longer listed is that one: at
-- least three rows, and half of those that both could have, and no other account comes near.

create or replace temp table likeness as
with mine as (
  select account_id, booking_date, row_content, count(*) as rows from sampled_rows group by all
),
theirs as (
  select account_key, booking_date, row_content(booking_date, amount, currency, description, proprietary_code) as row_content,
    count(*) as rows
  from transaction_versions
  where account_key in (select account_key from candidate_accounts) and known_to is null and status = 'BOOK' and change <> 'absent'
    and booking_date between $first_day and $last_day
  group by all
),
mine_span as (select account_id, min(booking_date) as first, max(booking_date) as last from mine group by 1),
their_span as (select account_key, min(booking_date) as first, max(booking_date) as last from theirs group by 1)
select n.account_id, n.account_key,
  coalesce((
    select sum(least(m.rows, t.rows)) from mine m join theirs t using (row_content)
    where m.account_id = n.account_id and t.account_key = n.account_key
  ), 0) as matched,
  least(
    coalesce((select sum(m.rows) from mine m where m.account_id = n.account_id
      and m.booking_date between h.first and h.last), 0),
    coalesce((select sum(t.rows) from theirs t where t.account_key = n.account_key
      and t.booking_date between i.first and i.last), 0)
  ) as possible
from candidate_accounts n
left join mine_span i using (account_id)
left join their_span h using (account_key);

insert into matched_accounts
select account_id, account_key
from likeness
where matched >= 3 and matched >= 0.5 * possible
qualify matched > 2 * coalesce(max(matched) over (
    partition by account_id order by matched desc, account_key rows between 1 following and unbounded following
  ), 0)
  and row_number() over (partition by account_id order by matched desc, account_key) = 1;

-- Two accounts that want to be the same one are neither.
delete from matched_accounts
where account_key in (select account_key from matched_accounts group by 1 having count(*) > 1);

insert into found by name
select 'possibly-same-account' as code,
  'account ' || account_id || ' may be one that the book knows under another AccountId; their rows do not tell'
    as message,
  md5(concat_ws(chr(31), 'named', $institution, account_id)) as account_key, account_id,
  json_object('account_keys', list(account_key order by account_key), 'equal_rows', max(matched)::bigint) as evidence
from likeness
where account_id not in (select account_id from matched_accounts) and account_key not in (select account_key from matched_accounts)
  and (matched > 0 or possible < 3)
group by account_id;
