-- Puts the faults of staged rows into quarantine: one line for each fault, once for each row however often it is read.
-- Rows that are equal in every character are as many as they are: their ordinal tells them apart. What a read of a later run
-- has said of one holds against this.

create or replace temp table faulty as
select s.page_no, s.row_index,
  -- A row that does not say whose it is came in answer to a question about one account.
  coalesce(s.account_key, case when s.account_id is null then r.account_key end) as account_key,
  s.row_digest || '/' || s.nth as row_digest, f.code, f.path as field,
  '/Data/' || $list || case when s.lone then '' else '/' || s.row_index end || f.path as path, f.message, f.evidence,
  s.booking_date, $pending_on as pending_on
from (
  select *, row_number() over (partition by row_digest order by page_no, row_index) as nth
  from $staged
  where disposition = 'quarantined'
) s, this_read r, unnest(s.faults) as u(f);

update quarantine
set last_seen_run = $run, last_read_id = $read, resolved_run = null, consent_id = r.consent_id, account_id = r.account_id,
  account_key = coalesce(quarantine.account_key, f.account_key), pending_on = f.pending_on, from_date = r.from_date, to_date = r.to_date
from faulty f, this_read r
where quarantine.institution = $institution and quarantine.resource = r.resource
  and quarantine.row_digest = f.row_digest and quarantine.code = f.code and quarantine.field = f.field
  and (quarantine.account_key = f.account_key or quarantine.account_key is null or f.account_key is null)
  and quarantine.last_seen_run <= $run;

insert into quarantine by name
select $institution as institution, f.account_key, $read as read_id, f.code, f.path, f.field, f.message, f.evidence,
  p.raw_page_id, f.row_index, f.row_digest, r.resource, r.consent_id, r.account_id,
  f.booking_date, f.pending_on, r.from_date, r.to_date, $run as first_seen_run, $run as last_seen_run, $read as last_read_id
from faulty f join batch_pages p using (page_no), this_read r
where not exists (
  select 1 from quarantine q
  where q.institution = $institution and q.resource = r.resource and q.row_digest = f.row_digest and q.code = f.code
    and q.field = f.field and (q.last_read_id = $read or q.last_seen_run > $run)
);

insert into waiting_reads by name
select distinct r.consent_id, f.evidence as account_id, r.read_id
from faulty f, this_read r
where r.resource = 'transactions' and f.code in ('unlisted-account', 'undecided-account')
  and (r.read_id, f.evidence) not in (select (read_id, account_id) from waiting_reads);
