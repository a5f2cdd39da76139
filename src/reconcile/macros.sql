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

-- What rows add up to of which each does nothing or one of several things: all sets of them.
create or replace temp macro all_sums_of_rows(rows) as
  list_reduce(
    rows,
    lambda sums, x: list_concat(sums, flatten(list_transform(x, lambda o: list_transform(sums, lambda s: (s + o)::decimal(38,5))))),
    [0::decimal(38,5)]
  );

-- The same for sets of at most so many rows.
create or replace temp macro sums_of_few_rows(rows, most) as
  list_transform(
    list_reduce(
      list_transform(rows, lambda x: list_transform(x, lambda o: {'sum': o, 'rows': 1})),
      lambda sums, x: list_concat(sums, flatten(list_transform(x, lambda o:
        list_transform(
          list_filter(sums, lambda s: s.rows < most),
          lambda s: {'sum': (s.sum + o.sum)::decimal(38,5), 'rows': s.rows + 1}
        )))),
      [{'sum': 0::decimal(38,5), 'rows': 0}]
    ),
    lambda s: s.sum
  );

-- Of how many rows a set of some has at most where there are so many.
create or replace temp macro most_of_set(rows) as
  case when rows <= 14 then 4 when rows <= 22 then 3 when rows <= 120 then 2 else 1 end;

-- Of more than ten rows, sets of a few, those that differ in a few from what is likely, and all sets of the first six with all of
-- the others: the more sets are tried, the more true breaks one of them makes up for by chance.
create or replace temp macro sums_of_rows(rows) as
  list_distinct(
    if(len(rows) <= 10, all_sums_of_rows(list_transform(rows, lambda x: x.shifts)),
      list_concat(
        sums_of_few_rows(list_transform(rows, lambda x: x.shifts), most_of_set(len(rows))),
        list_transform(
          sums_of_few_rows(
            list_transform(rows, lambda x:
              list_filter(
                list_transform(list_append(x.shifts, 0), lambda s: (s - x.likely)::decimal(38,5)), lambda s: s <> 0
              )),
            most_of_set(len(rows))
          ),
          lambda s: (s + list_sum(list_transform(rows, lambda x: x.likely)))::decimal(38,5)
        ),
        list_transform(
          all_sums_of_rows(list_transform(rows[1:6], lambda x: x.shifts)),
          lambda s: (s + list_sum(list_transform(rows[7:], lambda x: x.shifts[1])))::decimal(38,5)
        )
      ))
  );
