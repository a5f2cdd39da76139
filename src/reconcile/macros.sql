-- What some of these amounts add up to: all sets of them.
create or replace temp macro all_sums_of(amounts) as
  list_reduce(
    list_transform(amounts, lambda x: [x::decimal(38,5)]),
    lambda sums, x: list_concat(sums, list_transform(sums, lambda s: s + x[1])),
    [0::decimal(38,5)]
  );

-- Of more than ten, all sets of the first six, each alone, with one or all of the others; and all pairs.
create or replace temp macro sums_of(amounts) as
  list_distinct(
    if(len(amounts) <= 10, all_sums_of(amounts),
      list_concat(
        flatten(list_transform(
          list_concat([0::decimal(38,5), list_sum(amounts[7:])::decimal(38,5)], amounts[7:]::decimal(38,5)[]),
          lambda x: list_transform(all_sums_of(amounts[1:6]), lambda s: s + x)
        )),
        if(len(amounts) <= 120,
          flatten(list_transform(amounts, lambda x: list_transform(amounts, lambda y: (x + y)::decimal(38,5)))), [])
      ))
  );

create or replace temp macro makes_up(amounts, wanted) as list_contains(sums_of(amounts), wanted::decimal(38,5));
