-- Members that a bank sends twice in one object. The first counts, for every field.
insert into found by name
select 'duplicate-key' as code, account_key, path as part,
  count(*) || if(count(*) = 1, ' row has ', ' rows have ') || path || ' twice in one object; the first counts' as message,
  json_object('path', path, 'rows', count(*)) as evidence
from (select account_key, unnest(list_distinct(duplicates)) as path from $staged where len(duplicates) > 0)
group by account_key, path
order by account_key, path;
