-- What balances say of the questions: of each two that stand near, before and after the rows in question, which reading closes
-- the bridge. A reading is taken where it closes some and the other closes none; what rows may come late or stand elsewhere is
-- allowed for, and so are the other questions between the two.
create or replace temp table judged_reviews as
with near as (
  select q.review_id, q.account_key, q.currency, q.type, c.ord, c.ord < q.first_ord as is_before, c.level
  from questions q
  join chain_levels c on c.account_key = q.account_key and c.currency = q.currency and c.type = q.type
    and (c.ord between q.first_ord - 3 and q.first_ord - 1 or c.ord between q.last_ord and q.last_ord + 3)
),
in_doubt as (
  select distinct n.account_key, n.currency, n.type, n.ord, o.transaction_key, o.reason, o.shift
  from near n
  join offsets o on o.account_key = n.account_key and o.currency = n.currency and o.type = n.type
    and n.ord >= o.from_ord and n.ord < o.to_ord and not o.alone
  where o.transaction_key not in (select unnest(transaction_keys) from questions)
),
shifts as (
  select account_key, currency, type, ord, list(shift order by shift, transaction_key) as shifts
  from in_doubt
  group by all
),
-- The levels that each of them may be at; of too many rows in doubt nothing is made.
stands as (
  select n.*, list_transform(all_sums_of(coalesce(s.shifts, [])), lambda s: n.level - s) as levels
  from near n
  left join shifts s using (account_key, currency, type, ord)
  where coalesce(len(s.shifts), 0) <= 8
),
pairs as (
  select q.review_id, q.reading, q.is_open, q.flip, o.account_key, o.currency, o.type, o.ord as opening_ord, c.ord as closing_ord,
    o.levels as opening_levels, c.levels as closing_levels,
    (
      select coalesce(list(u.flip), []) from questions u
      where u.review_id <> q.review_id and u.account_key = q.account_key and u.currency = q.currency and u.type = q.type
        and u.last_ord > o.ord and u.first_ord <= c.ord
    ) as others
  from questions q
  join stands o on o.review_id = q.review_id and o.type = q.type and o.is_before
  join stands c on c.review_id = q.review_id and c.type = q.type and not c.is_before
),
closed as (
  select *,
    list_has_any(opening_levels, sums) as as_it_stands,
    list_has_any(opening_levels, list_transform(sums, lambda s: s + flip)) as otherwise
  from (
    select *, flatten(list_transform(closing_levels, lambda l: list_transform(all_sums_of(others), lambda s: l + s))) as sums
    from pairs
    where len(others) <= 6
  )
),
said as (
  select review_id, any_value(reading) as reading, any_value(is_open) as is_open,
    bool_or(as_it_stands and not otherwise) as stays, bool_or(otherwise and not as_it_stands) as turns
  from closed
  group by review_id
),
-- The two balances that stand nearest of those that say so.
told as (
  select s.*, case when s.stays and s.turns then null when s.turns then if(s.reading = 'two', 'one', 'two') else s.reading end as taken,
    c.account_key, c.currency, c.type, c.opening_ord, c.closing_ord
  from said s
  join closed c on c.review_id = s.review_id and c.as_it_stands <> c.otherwise and c.otherwise = s.turns
  where s.stays or s.turns
  qualify row_number() over (partition by s.review_id order by c.closing_ord - c.opening_ord, c.opening_ord, c.type) = 1
)
select t.review_id, t.taken as reading,
  concat(
    t.type, ' ', o.amount, ' of ', strftime(o.as_of at time zone 'UTC', '%Y-%m-%d %H:%M'), ' and ', p.amount, ' of ',
    strftime(p.as_of at time zone 'UTC', '%Y-%m-%d %H:%M'),
    if(t.taken is null, ' no longer tell', ' add up with this reading alone')
  ) as reason
from told t
join chain_points o on o.account_key = t.account_key and o.currency = t.currency and o.type = t.type and o.ord = t.opening_ord
join chain_points p on p.account_key = t.account_key and p.currency = t.currency and p.type = t.type and p.ord = t.closing_ord
where t.is_open and t.taken is not null or not t.is_open and t.taken is distinct from t.reading
order by t.review_id;
