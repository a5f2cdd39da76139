-- Questions that only a person can answer: rows on both sides of a page's edge that nothing tells apart. A question is
-- settled as soon as a complete read of that day shows them side by side, or no longer shows one of them.

create or replace temp table undecided as
select f.account_key, list_sort(list(distinct s.transaction_key)) as transaction_keys
from shifted f
join staged s on s.account_key = f.account_key and s.content_key = f.content_key and side_of(s.status) = f.side
  and s.disposition = 'read'
group by f.account_key, f.content_key, f.side
having count(distinct s.transaction_key) > 1;

update reviews
set resolved_run = $run
where resolved_run is null and kind = 'equal-at-page-edge' and $complete
  and account_key in (
    select account_key from read_accounts a
    where not exists (
      select 1 from transaction_versions v
      where v.transaction_key in (select unnest(reviews.transaction_keys)) and v.known_to is null
        and not (v.booking_date between a.from_date and a.to_date)
    )
  )
  and transaction_keys not in (select transaction_keys from undecided);

insert into reviews by name
select md5(concat_ws(chr(31), 'equal-at-page-edge', array_to_string(transaction_keys, ','))) as review_id,
  'equal-at-page-edge' as kind, account_key, transaction_keys,
  'equal rows stand on both sides of the edge of a page: one payment listed twice, or two payments; both are kept' as reason,
  $run as opened_run
from undecided
where not $followed
  and md5(concat_ws(chr(31), 'equal-at-page-edge', array_to_string(transaction_keys, ',')))
    not in (select review_id from reviews where resolved_run is null);
