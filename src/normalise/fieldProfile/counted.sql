-- Counts what the accounts of a read say, and finds what they say no longer: a field that stood in every row is missed
-- after twenty rows, one that stood in every tenth after two hundred.

update sent_words
set rows = sent_words.rows + n.rows, looked = looked + unseen + l.rows, unseen = 0, last_seen_run = b.run_id,
  stopped_run = null
from field_use n
join field_use l on l.resource = n.resource and l.account_key = n.account_key and l.path = ''
join batch_reads b on b.read_no = n.read_no
where sent_words.institution = b.institution and sent_words.resource = n.resource
  and sent_words.account_key = n.account_key and sent_words.path = n.path and sent_words.word is not distinct from n.word;

update sent_words
set unseen = unseen + l.rows
from field_use l
join batch_reads b using (read_no)
where sent_words.institution = b.institution and sent_words.resource = l.resource
  and sent_words.account_key = l.account_key and l.path = ''
  and not exists (
    select 1 from field_use n
    where n.resource = sent_words.resource and n.account_key = sent_words.account_key and n.path = sent_words.path
      and n.word is not distinct from sent_words.word
  );

create or replace temp table stopped_fields as
select l.read_no, w.resource, w.account_key, w.path, w.rows, w.unseen, b.institution, b.run_id, b.read_id
from sent_words w
join field_use l on l.resource = w.resource and l.account_key = w.account_key and l.path = ''
join batch_reads b using (read_no)
where w.institution = b.institution and w.word is null and w.stopped_run is null
  and w.last_seen_run <> b.run_id and w.unseen * w.rows >= 20 * w.looked;
