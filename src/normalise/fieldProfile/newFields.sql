-- What the rows of a read have and no row had before, or had no longer.
create or replace temp table new_fields as
select n.*, b.institution, b.run_id, b.read_id
from field_use n
join batch_reads b using (read_no)
where path <> '' and not exists (
  select 1 from sent_words w
  where w.institution = b.institution and w.resource = n.resource and w.account_key = n.account_key and w.path = n.path
    and w.word is not distinct from n.word and w.stopped_run is null
);
