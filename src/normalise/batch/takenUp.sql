-- Reads that were loaded before are loaded again for rows that waited until their account was known. Of all other accounts they
-- have said what they had to say, and reads that were asked for later may have said otherwise.
insert into taken_up by name
with standing as (
  select b.read_no, b.consent_id, q.account_key, q.code in ('unlisted-account', 'undecided-account') as waits, q.evidence
  from batch b
  join reads r using (read_id)
  join quarantine q on b.read_id in (q.read_id, q.last_read_id)
  where r.load_seq is not null and q.resolved_run is null
)
select s.read_no, coalesce(l.account_key, s.account_key) as account_key
from standing s
left join account_links l on s.waits and l.consent_id = s.consent_id and l.account_id = s.evidence
where s.read_no in (select read_no from standing where waits)
union
select b.read_no, l.account_key
from batch b
join reads r using (read_id)
join waiting_reads w using (read_id)
join account_links l on l.consent_id = w.consent_id and l.account_id = w.account_id
where r.load_seq is not null;

delete from waiting_reads
where read_id in (select read_id from batch) and (consent_id, account_id) in (select (consent_id, account_id) from account_links);

update $staged
set disposition = 'overtaken'
where disposition = 'read' and account_key is not null and read_no in (select read_no from taken_up)
  and not exists (select 1 from taken_up t where t.read_no = $staged.read_no and t.account_key = $staged.account_key);
