-- How often each thing was read unattended today, and later, by the bank's day: a sandbox may have gone on since. The first list in a run
-- that a bank turns out not to have is none that it counts.
select consent_id as "consentId", timezone(a.zone, r.started_at)::date::varchar as day, r.account_id as "accountId", r.resource,
  count(*)::integer as reads
from (
  select *, row_number() over (partition by run_id, consent_id, resource, route order by read_id) as nth from reads
) r
join asked_consents a using (consent_id)
-- What zone a bank is in is dear to ask of each read, and no day begins more than one before that of UTC.
where not r.attended and r.started_at >= timezone('UTC', (a.today - 1)::timestamp)
  and timezone(a.zone, r.started_at)::date >= a.today
  and not (r.nth = 1 and list_contains(r.learned, 'bulk-absent'))
group by all
order by all;
