-- Counts what the accounts of this read say, and finds what they say no longer: a field that stood in every row is missed
-- after twenty rows, one that stood in every tenth after two hundred.

update sent_words
set rows = sent_words.rows + n.rows, looked = looked + unseen + l.rows, unseen = 0, last_seen_run = $run,
  stopped_run = null
from field_use n
join field_use l on l.account_key = n.account_key and l.path = ''
where institution = $institution and resource = $resource and sent_words.account_key = n.account_key
  and sent_words.path = n.path and sent_words.word is not distinct from n.word;

update sent_words
set unseen = unseen + l.rows
from field_use l
where institution = $institution and resource = $resource and sent_words.account_key = l.account_key and l.path = ''
  and not exists (
    select 1 from field_use n
    where n.account_key = sent_words.account_key and n.path = sent_words.path
      and n.word is not distinct from sent_words.word
  );

create or replace temp table stopped_fields as
select account_key, path, rows, unseen
from sent_words
where institution = $institution and resource = $resource and word is null and stopped_run is null
  and account_key in (select account_key from field_use)
  and last_seen_run <> $run and unseen * rows >= 20 * looked;
