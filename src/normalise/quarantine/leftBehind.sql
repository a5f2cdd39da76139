-- Of each account that a replaced consent showed and never listed, the newest read: what the consents after it opened since that
-- was loaded may be this account.
with newest as (
  select r.consent_id, q.evidence as account_id, max_by(r.read_id, r.started_at) as read_id,
    max_by(r.run_id, r.started_at) as run_id
  from quarantine q
  join reads r on r.read_id = q.last_read_id
  where q.resolved_run is null and q.code = 'unlisted-account' and q.resource = 'transactions'
    and (r.consent_id, q.evidence) not in (select (consent_id, account_id) from account_links)
  group by all
)
select distinct n.read_id, n.consent_id || '/' || n.run_id as folder
from newest n
join replaced_consents p on p.replaces = n.consent_id
join account_links l on l.consent_id = p.consent_id
join runs u on u.run_id = l.first_seen_run
where u.started_at > (select max(decided_at) from loads where subject = n.read_id)
  and l.account_key not in (select account_key from account_links where consent_id = n.consent_id)
order by n.read_id
