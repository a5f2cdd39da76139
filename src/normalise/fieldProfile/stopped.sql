-- What a bank sends no longer.

insert into found by name
select 'field-stopped' as code,
  'the bank sends ' || path || ' no longer: it is missing in the last ' || sum(unseen)::bigint || ' rows' as message,
  case when count(*) = 1 then any_value(account_key) end as account_key, path as part,
  json_object('path', path, 'rows', sum(rows)::bigint, 'unseen', sum(unseen)::bigint) as evidence
from stopped_fields
group by path
order by path;

update sent_words
set stopped_run = $run
where institution = $institution and resource = $resource and word is null
  and (account_key, path) in (select (account_key, path) from stopped_fields);
