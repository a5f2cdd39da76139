-- The accounts of the consents that were asked for by themselves, or may have to be: on which day last; whether lists of all
-- accounts are known to leave the account out; and whether the newest of them held none of the rows that it should have.
with newest as (
  select consent_id, max(run_id) as run_id
  from reads
  where consent_id in (select consent_id from asked_consents) and resource = 'transactions' and account_id is null
    and outcome = 'complete' and load_seq is not null
  group by consent_id
),
asked_alone as (
  select consent_id, r.account_id, timezone(any_value(a.zone), max(r.started_at))::date as day
  from reads r
  join asked_consents a using (consent_id)
  where r.resource = 'transactions' and r.account_id is not null
    and r.outcome in ('complete', 'partial', 'refused', 'needs-person', 'quota')
  group by consent_id, r.account_id
),
missed as (
  select n.consent_id, s.account_key
  from finding_sightings s
  join reads r using (read_id)
  join newest n on n.consent_id = r.consent_id and n.run_id = r.run_id
  where s.code = 'answer-shorter-than-known' and s.part is null and r.account_id is null
    and (s.evidence ->> '$.first_listed') is null and (s.evidence ->> '$.last_listed') is null
)
select l.consent_id as "consentId", l.account_id as "accountId", a.day::varchar as "askedOn",
  l.account_key in (select account_key from left_out_accounts) as "leftOut",
  (l.consent_id, l.account_key) in (from missed) as missed
from account_links l
join asked_consents using (consent_id)
left join asked_alone a using (consent_id, account_id)
where a.day is not null or (l.consent_id, l.account_key) in (from missed)
order by l.consent_id, l.account_id;
