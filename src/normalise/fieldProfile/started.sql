-- What a bank has begun to send. Accounts of one bank differ in what they have, so each is compared with itself.

insert into finding_sightings by name
with begun as (
  select n.read_no, n.run_id, n.read_id, n.resource, n.account_key, n.path, n.word, n.standard, n.rows
  from new_fields n
  left join sent_words w
    on w.institution = n.institution and w.resource = n.resource and w.account_key = n.account_key and w.path = n.path
    and w.word is not distinct from n.word
  where case when n.standard
      -- What the standard has is news only of an account of which many rows were seen without it, in an earlier run.
      then w.stopped_run is not null or w.path is null and exists (
        select 1 from sent_words o
        where o.institution = n.institution and o.resource = n.resource and o.account_key = n.account_key
          and o.looked + o.unseen >= 200 and o.first_seen_run <> n.run_id
      )
      -- What it has not is news once for the bank: of several reads for the first.
      else w.stopped_run is not null or not exists (
        select 1 from sent_words o
        where o.institution = n.institution and o.resource = n.resource and o.path = n.path
          and o.word is not distinct from n.word
      ) and not exists (
        select 1 from new_fields e
        where e.institution = n.institution and e.resource = n.resource and e.path = n.path
          and e.word is not distinct from n.word and e.read_no < n.read_no
      ) end
)
select case when standard then 'field-started' when word is null then 'unknown-field' else 'unknown-code' end as code,
  case when standard then 'the bank has begun to send ' || path
    when word is null then 'the bank sends ' || path || ', a field that no version of the standard has; it is kept in extra'
    else 'the bank sends ' || word || ' as ' || path || ', a code that no list has; it is kept as it was sent' end as message,
  case when count(*) = 1 then any_value(account_key) end as account_key, concat_ws('=', path, word) as part,
  json_object('path', path, 'word', word, 'rows', sum(rows)::bigint) as evidence, run_id, read_id
from begun
group by read_no, run_id, read_id, path, word, standard
order by read_no, path, word;

insert into sent_words by name
select n.institution, n.account_key, n.resource, n.path, n.word, n.standard, 0 as rows,
  0 as looked, 0 as unseen, n.run_id as first_seen_run, n.run_id as last_seen_run
from new_fields n
where not exists (
  select 1 from sent_words w
  where w.institution = n.institution and w.resource = n.resource and w.account_key = n.account_key and w.path = n.path
    and w.word is not distinct from n.word
);
