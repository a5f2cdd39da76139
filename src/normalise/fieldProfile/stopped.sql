-- What a bank sends no longer.

insert into finding_sightings by name
select 'field-stopped' as code,
  'the bank sends ' || path || ' no longer: it is missing in the last ' || sum(unseen)::bigint || ' rows' as message,
  case when count(*) = 1 then any_value(account_key) end as account_key, path as part,
  json_object('path', path, 'rows', sum(rows)::bigint, 'unseen', sum(unseen)::bigint) as evidence, run_id, read_id
from stopped_fields
group by read_no, run_id, read_id, path
order by read_no, path;

update sent_words
set stopped_run = s.run_id
from stopped_fields s
where sent_words.institution = s.institution and sent_words.resource = s.resource and sent_words.word is null
  and sent_words.account_key = s.account_key and sent_words.path = s.path;
