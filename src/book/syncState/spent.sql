-- How often each thing was read unattended today, by the bank's day.
select account_id as "accountId", resource, count(*)::integer as reads
from reads
where consent_id = $consent and not attended and timezone($zone, started_at)::date = $today
group by all
order by all;
