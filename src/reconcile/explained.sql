-- The one kind of rows that makes up for a change of the level, where one does. Sets of rows are not all added up: of two parts of
-- a set one must leave just what the other makes.
create or replace temp table explained as
with kinds as materialized (
  select * exclude made_of, row_number() over () as kind, list_transform(made_of, lambda part: part.shift) as shifts,
    list_transform(made_of, lambda part: part.transaction_key) as transaction_keys, len(made_of) as rows,
    if(reason = 'first-listed', least(most_of_set(rows), 2), most_of_set(rows)) as most
  from (
    select b.account_key, b.currency, b.type, b.ord, b.shift as change, o.reason,
      list_position(['same-day', 'dated-ahead', 'late', 'first-listed', 'restated', 'pending'], o.reason) + if(o.alone, 6, 0) as rank,
      list_sort(list({'shift': o.shift, 'transaction_key': o.transaction_key})) as made_of
    from (select *, unnest([ord - 1, ord]) as beside from boundaries where not parts) b
    join asked_offsets o on o.account_key = b.account_key and o.currency = b.currency and o.type = b.type and o.ord = b.beside
    where b.beside = b.ord or o.to_ord <= b.ord
    group by all
  )
),
-- Any of ten rows; of more any of the first six with all of the others. Of what the first list has of the days before, each row may have
-- come late, and nothing says which has: what is lost is soon the sum of some of them, so two at most are meant.
of_any as (
  select kind
  from (
    select kind, change, if(rows <= 10, shifts, shifts[:6]) as shifts,
      if(rows <= 10, 0, list_sum(shifts[7:]))::decimal(38,5) as others
    from kinds
    where reason <> 'first-listed'
  )
  where is_sum_of_any(shifts, change - others) or is_sum_of_any(shifts, -change - others)
),
-- And of more than ten, or of those, a few: the more sets are tried, the more true breaks one of them makes up for by chance.
of_many as (
  from kinds where rows > 10 or reason = 'first-listed'
),
numbered as (
  select kind, change, most, unnest(shifts) as shift, unnest(range(rows)) as nth from of_many
),
few as (
  select kind, change, most, 0 as rows, -1 as first, -1 as last, 0::decimal(38,5) as sum from of_many
  union all
  select kind, change, most, 1, nth, nth, shift from numbered
  union all
  select a.kind, a.change, a.most, 2, a.nth, b.nth, (a.shift + b.shift)::decimal(38,5)
  from numbered a
  join numbered b on b.kind = a.kind and b.nth > a.nth
  where a.most > 2
),
lacking as (
  select kind, most, rows, last, unnest([change - sum, -change - sum])::decimal(38,5) as sum
  from few
),
of_few as (
  select l.kind
  from lacking l
  join few f on f.kind = l.kind and f.sum = l.sum
  where l.rows + f.rows <= l.most and (f.rows = 0 or l.last < f.first)
)
select * replace (list_filter(transaction_keys, lambda key, place: list_position(transaction_keys, key) = place) as transaction_keys)
from (
  select account_key, currency, type, ord, arg_min(reason, rank) as reason, arg_min(transaction_keys, rank) as transaction_keys
  from kinds
  where kind in (from of_any union from of_few)
  group by all
);
