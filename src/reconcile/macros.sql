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

-- How many days before a day the last working day was.
create or replace temp macro since_working_day(day) as case isodow(day) when 1 then 3 when 7 then 2 else 1 end;
