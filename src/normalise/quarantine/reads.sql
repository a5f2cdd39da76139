-- What was asked for by each read of the batch, as quarantine keeps it.
create or replace temp table this_read as
select b.read_id, b.run_id, b.institution, r.resource, r.consent_id, r.account_id, l.account_key, b.complete, b.today, b.seq, r.started_at,
  coalesce(r.from_date, date '0001-01-01') as from_date, coalesce(r.to_date, date '9999-12-31') as to_date
from batch b
join reads r using (read_id)
left join account_links l on l.consent_id = r.consent_id and l.account_id = r.account_id;
