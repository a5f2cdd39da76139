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
  select read_no, consent_id, known_then(consent_id, started_at, run_id) as known
  from (select distinct read_no, consent_id, run_id, started_at from opening)
),
left_out as (
  select read_no, account_key from replaced
  except
  select o.read_no, o.account_key
  from opening o
  left join recalled k using (read_no, consent_id)
  where o.consent_id = o.own
    or k.known.record.status = 'AUTH' and not k.known.given_up and (o.own, o.consent_id) not in (select (consent_id, replaces) from replaced_consents)
)
select 'account-not-listed' as code,
  'consent ' || b.consent_id || ' took the place of the one under which this account was read, and does not list it: nothing more '
    || 'is read of it; where that is not meant, let a person choose it: daybook consent renew ' || b.consent_id as message,
  a.account_key, a.account_id, b.run_id, b.read_id, json_object('account_id', a.account_id) as evidence
from left_out
join batch b using (read_no)
join accounts a using (account_key)
where a.closed_run is null;
