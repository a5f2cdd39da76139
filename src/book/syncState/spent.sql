-- How often each thing was read unattended today, and later, by the bank's day: a sandbox may have gone on since.
select timezone($zone, started_at)::date::varchar as day, account_id as "accountId", resource, count(*)::integer as reads
from reads
where consent_id = $consent and not attended and timezone($zone, started_at)::date >= $today
group by all
order by all;
