-- Accounts that were read under a consent whose place this one took, and that its list does not name: nobody reads them any
-- more. Where rows are still to tell which account is which, nothing is known of that yet.
insert into finding_sightings by name
with replaced as (
  select distinct b.read_no, b.run_id, t.started_at, b.consent_id as own, l.account_key
  from batch b
  join reads t using (read_id)
  join replaced_consents r on r.consent_id = b.consent_id
  join account_links l on l.consent_id = r.replaces
  where b.complete and b.consent_id not in (select consent_id from undecided_accounts)
    and not exists (select 1 from staged_accounts s where s.read_no = b.read_no and s.disposition = 'quarantined')
),
opening as (
  select o.*, l.consent_id
  from replaced o
  join account_links l using (account_key)
),
-- Of other consents what runs of before have learned: in a book made again more is known.
recalled as (
  select read_no, consent_id, known_then(o.consent_id, o.started_at, o.run_id) as known
  from (select distinct read_no, consent_id, run_id, started_at from opening) o
),
left_out as (
  select read_no, account_key from replaced
  except
  select o.read_no, o.account_key
  from opening o
  left join recalled k using (read_no, consent_id)
  where o.consent_id = o.own
    or k.known.record.status = 'AUTH' and not k.known.given_up and (o.own, o.consent_id) not in (select (consent_id, replaces) from replaced_consents)
),
-- What the bank has closed: left out of a list and then refused, and answered for nowhere since, in runs of before. What is refused
-- has no place among the loads.
asked as (
  select o.read_no, o.account_key, l.consent_id, r.run_id, r.outcome, s.last_seen_run
  from left_out o
  join batch b using (read_no)
  join account_sightings s using (account_key)
  join account_links l using (account_key)
  join reads r on r.consent_id = l.consent_id and r.account_id = l.account_id and r.run_id < b.run_id
  where r.run_id > s.last_seen_run and r.outcome in ('refused', 'complete')
),
closed as (
  select read_no, account_key
  from asked a
  where outcome = 'refused' and exists (
    select 1 from reads n
    where n.consent_id = a.consent_id and n.resource = 'accounts' and n.outcome = 'complete'
      and n.run_id > a.last_seen_run and n.run_id <= a.run_id
  ) and not exists (
    select 1 from asked c
    where c.read_no = a.read_no and c.account_key = a.account_key and c.outcome = 'complete' and c.run_id > a.run_id
  )
)
select 'account-not-listed' as code,
  'consent ' || b.consent_id || ' took the place of the one under which this account was read, and does not list it: under that nothing '
    || 'is read of it; where that is not meant, let a person choose it: daybook consent renew ' || b.consent_id as message,
  a.account_key, a.account_id, b.run_id, b.read_id, json_object('account_id', a.account_id) as evidence
from left_out
join batch b using (read_no)
join account_versions a on a.account_key = left_out.account_key and a.known_to is null
where (read_no, left_out.account_key) not in (select (read_no, account_key) from closed);
