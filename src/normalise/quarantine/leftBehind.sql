-- Of each account that a replaced consent showed and never listed, the newest read: what the consents after it opened since that
-- was loaded, or listed rows of for the first time since, may be this account.
with newest as (
  select w.consent_id, w.account_id, max_by(r.read_id, r.started_at) as read_id, max_by(r.run_id, r.started_at) as run_id
  from waiting_reads w
  join reads r using (read_id)
  where (w.consent_id, w.account_id) not in (select (consent_id, account_id) from account_links)
    and (w.consent_id, w.account_id) not in (select (consent_id, account_id) from undecided_accounts where listed)
  group by w.consent_id, w.account_id
),
looked_at as (
  select n.*, d.load_seq, d.decided_at
  from newest n
  join loads d on d.subject = n.read_id
  qualify row_number() over (partition by n.consent_id, n.account_id order by d.load_seq desc) = 1
),
opened as (
  select n.read_id, n.run_id, n.consent_id, n.load_seq, n.decided_at, l.consent_id as by_consent, l.account_key, l.first_seen_run
  from looked_at n
  join replaced_consents p on p.replaces = n.consent_id
  join account_links l on l.consent_id = p.consent_id
  where l.account_key not in (select account_key from account_links where consent_id = n.consent_id)
),
-- By which load the first run that lists rows of an account under a consent was taken in.
first_listed as (
  select consent_id, account_key, max(load_seq) as load_seq
  from (
    select r.consent_id, c.account_key, r.load_seq, dense_rank() over by_run as nth
    from coverage c
    join reads r using (read_id)
    join runs u using (run_id)
    where c.account_key in (select account_key from opened)
    window by_run as (partition by r.consent_id, c.account_key order by u.started_at, u.run_id)
  )
  where nth = 1
  group by all
)
select distinct o.read_id, o.consent_id || '/' || o.run_id as folder
from opened o
join runs u on u.run_id = o.first_seen_run
left join first_listed f on f.consent_id = o.by_consent and f.account_key = o.account_key
where u.started_at > o.decided_at or f.load_seq > o.load_seq
order by o.read_id
