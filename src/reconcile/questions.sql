-- Questions that balances may answer, each by the row of which nobody asks whether it is a payment: it stands where the rows in
-- question do. `worth` is what they add to the movements, and so what the level of each later balance is higher without them.

create or replace temp table asked_reviews as
select review_id, account_key, transaction_keys, coalesce(repeated_keys, transaction_keys[2:]) as repeated_keys,
  coalesce(reading, 'two') as reading, resolved_run is null as is_open
from unanswered_reviews;

create or replace temp table asked_lives as
with asked_keys as (
  select distinct account_key, unnest(transaction_keys) as transaction_key from asked_reviews
)
select distinct l.life_no
from asked_keys k
join transaction_versions v on v.account_key = k.account_key and v.transaction_key = k.transaction_key
join lives l on l.account_key = v.account_key and l.booking_date = v.booking_date
where v.known_to is null;

insert into questions by name
with worths as (
  select a.review_id, any_value(v.currency) as currency, sum(v.amount) as worth
  from (
    select review_id, account_key, unnest(repeated_keys) as transaction_key, len(repeated_keys) as rows from asked_reviews
  ) a
  join transaction_versions v on v.account_key = a.account_key and v.transaction_key = a.transaction_key
  where v.known_to is null and v.status = 'BOOK' and v.change <> 'absent'
  group by a.review_id, a.rows
  having count(*) = a.rows and count(distinct v.currency) = 1
)
select a.review_id, a.transaction_keys, a.reading, a.is_open, l.account_key, l.currency, l.type,
  if(a.reading = 'two', w.worth, -w.worth)::decimal(38,5) as flip,
  -- Before the first balance that may have the rows, and from the first on that has them if they are payments.
  least(l.posted_place, l.first_place) as first_ord,
  greatest(l.last_place, if(l.place < l.listed_place, l.listed_place + 1, l.place)) + if(p.at_end, 1, 0) as last_ord
from asked_reviews a
join worths w using (review_id)
join rows_of('asked_lives') r on list_contains(a.transaction_keys, r.transaction_key)
  and not list_contains(a.repeated_keys, r.transaction_key)
join placed_lives l on l.life_no = r.life_no and l.account_key = a.account_key and l.currency = w.currency
join chain_points p on p.account_key = l.account_key and p.currency = l.currency and p.type = l.type and p.ord = l.place
where l.life = 'booked' and l.left_place is null and p.booked
qualify row_number() over (partition by a.review_id, l.type order by r.transaction_key) = 1;
