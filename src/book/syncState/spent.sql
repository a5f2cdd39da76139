-- How often each thing was read unattended today, and later, by the bank's day: a sandbox may have gone on since. The first list in a run
-- that a bank turns out not to have is none that it counts.
select consent_id as "consentId", timezone(zone, started_at)::date::varchar as day, account_id as "accountId", resource,
  count(*)::integer as reads
from (
  select r.*, a.zone, a.today,
    row_number() over (partition by r.run_id, r.consent_id, r.resource, r.route order by r.read_id) as nth
  from reads r
  join asked_consents a using (consent_id)
  -- What zone a bank is in is dear to ask of each read, and no day begins more than one before that of UTC.
  where r.started_at >= timezone('UTC', (a.today - 1)::timestamp)
)
where not attended and timezone(zone, started_at)::date >= today and not (nth = 1 and list_contains(learned, 'bulk-absent'))
group by all
order by all;
