-- Whether some of these amounts add up to a sum. All sets of up to twelve are tried, of more the amounts alone and in pairs, all of
-- them, and as many as come first.
create or replace temp macro makes_up(amounts, wanted) as
  list_contains(
    case when len(amounts) <= 12 then
      list_reduce(
        list_transform(amounts, lambda x: [x::decimal(38,5)]),
        lambda sums, x: list_concat(sums, list_transform(sums, lambda s: s + x[1])),
        [0::decimal(38,5)]
      )
    else list_concat(
      list_transform(amounts, lambda x: x::decimal(38,5)),
      [list_sum(amounts)::decimal(38,5)],
      list_transform(range(1, len(amounts)), lambda n: list_sum(amounts[1:n])::decimal(38,5)),
      if(len(amounts) <= 120,
        flatten(list_transform(amounts, lambda x: list_transform(amounts, lambda y: (x + y)::decimal(38,5)))), [])
    ) end,
    wanted::decimal(38,5)
  );
