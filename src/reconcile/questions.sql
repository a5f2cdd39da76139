-- Questions that balances may answer, each by the row of which nobody asks whether it is a payment: it stands where the rows in
-- question do. `worth` is what they add to the movements, and so what the level of each later balance is higher without them.
create or replace temp table questions as
with asked as (
  select review_id, account_key, transaction_keys, coalesce(repeated_keys, transaction_keys[2:]) as repeated_keys,
    coalesce(reading, 'two') as reading, resolved_run is null as is_open
  from reviews
  where kind = 'equal-at-page-edge' and account_key in (select account_key from news)
    and (resolved_run is null or resolved_by = 'bridge')
),
worths as (
  select a.review_id, any_value(v.currency) as currency, sum(v.amount) as worth
  from (select review_id, account_key, unnest(repeated_keys) as transaction_key, len(repeated_keys) as rows from asked) a
  join transaction_versions v on v.account_key = a.account_key and v.transaction_key = a.transaction_key
  where v.known_to is null and v.status = 'BOOK' and v.change <> 'absent'
  group by a.review_id, a.rows
  having count(*) = a.rows and count(distinct v.currency) = 1
)
select a.review_id, a.transaction_keys, a.reading, a.is_open, r.account_key, r.currency, r.type,
  if(a.reading = 'two', w.worth, -w.worth)::decimal(38,5) as flip,
  -- Before the first balance that may have the rows, and from the first on that has them if they are payments.
  least(r.posted_place, r.first_place) as first_ord,
  greatest(r.last_place, if(r.place < r.listed_place, r.listed_place + 1, r.place)) + if(p.at_end, 1, 0) as last_ord
from asked a
join worths w using (review_id)
join placed_rows r on r.account_key = a.account_key and r.currency = w.currency and r.life = 'booked' and r.left_place is null
  and list_contains(a.transaction_keys, r.transaction_key) and not list_contains(a.repeated_keys, r.transaction_key)
join chain_points p on p.account_key = r.account_key and p.currency = r.currency and p.type = r.type and p.ord = r.place
where p.booked
qualify row_number() over (partition by a.review_id, r.type order by r.transaction_key) = 1;
