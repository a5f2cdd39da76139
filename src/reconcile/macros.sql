-- What some of these amounts add up to: all sets of them.
create or replace temp macro all_sums_of(amounts) as
  list_reduce(
    list_transform(amounts, lambda x: [x::decimal(38,5)]),
    lambda sums, x: list_concat(sums, list_transform(sums, lambda s: s + x[1])),
    [0::decimal(38,5)]
  );

-- Whether some of these amounts add up to just this: what some of the first half make, some of the second make up for.
create or replace temp macro is_sum_of_any(amounts, total) as
  list_has_any(
    all_sums_of(amounts[:len(amounts) // 2]),
    list_transform(all_sums_of(amounts[len(amounts) // 2 + 1:]), lambda s: (total - s)::decimal(38,5))
  );

-- Of how many rows a set of some has at most where there are so many.
create or replace temp macro most_of_set(rows) as
  case when rows <= 14 then 4 when rows <= 22 then 3 when rows <= 120 then 2 else 1 end;

-- How well a reading of balances holds, by how many of them are at each of its levels: the fewer levels, and the longer they hold.
create or replace temp macro steadiness(points) as sum(points * points) / count(*);

-- Which type of balances is believed before others: booked ones, those of an instant before those of a day.
create or replace temp macro rank_of(balance_type) as list_position(['ITBD', 'CLBD', 'OPBD'], balance_type);

-- Balances in the order of the moments of which they speak, a chain of each type.
create or replace temp macro chained(counted) as table
select account_key, currency, type, booked, ended, converted, as_of, speaks_of, day, at_end, amount, own_funds, balance_key, list_run,
  row_number() over chain - 1 as ord,
  count(*) over (partition by account_key, currency, type) as points,
  -- A row of a day is surely in a balance that speaks of a later moment than the end of that day.
  if(at_end, day, day - 1) as whole_day,
  bool_and(timed and not at_end) over (partition by account_key, currency, type) as by_instant,
  known_from as stated_at,
  max(known_from) over chain as known_from
from query_table(counted)
window chain as (partition by account_key, currency, type order by day, at_end, speaks_of);
