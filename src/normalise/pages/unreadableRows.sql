-- Rows that the database did not take as they were sent: a text with half of a character, a sum with more digits than a double
-- has. What was found wrong with them otherwise is listed too, once.
update $staged
set disposition = 'quarantined', row_digest = coalesce($staged.row_digest, u.row_digest),
  faults = list_concat(
    coalesce($staged.faults, []),
    list_filter(u.faults, lambda f:
      not list_contains(list_transform(coalesce($staged.faults, []), lambda g: g.code || g.path), f.code || f.path))
  )
from (
  select row.page_no, row.row_index, any_value(row.row_digest) as row_digest,
    list(case row.code
      when 'half-character' then fault(row.code, row.path, 'a text with half of a character in it', null)
      else inexact_fault(row.path, 'a number') end
      order by row.path) as faults
  from (
    select unnest(from_json($rows, '[{
      "page_no": "INTEGER", "row_index": "INTEGER", "row_digest": "VARCHAR", "code": "VARCHAR", "path": "VARCHAR"
    }]')) as row
  )
  group by all
) u
where $staged.page_no = u.page_no and $staged.row_index = u.row_index;
