-- Known accounts that a complete list of the consent's accounts leaves out. The list says so by its silence alone, so it is
-- told, until a list names the account again.
insert into finding_sightings by name
select 'account-not-listed' as code,
  'the bank no longer lists this account under consent ' || b.consent_id || '; it is still asked for until the bank refuses it'
    as message,
  l.account_key, l.account_id, b.run_id, b.read_id, json_object('account_id', l.account_id) as evidence
from batch b
join account_links l using (consent_id)
join account_sightings g using (account_key)
where b.complete and g.last_seen_run < b.run_id
  and not exists (
    select 1 from staged s where s.read_no = b.read_no and s.disposition = 'read' and s.account_id = l.account_id
  )
  -- What could not be understood may be the account that is missed.
  and not exists (select 1 from staged s where s.read_no = b.read_no and s.disposition = 'quarantined');

-- Accounts that were read under a consent whose place this one took, and that its list does not name: nobody reads them any
-- more. Where rows are still to tell which account is which, nothing is known of that yet.
insert into finding_sightings by name
with recursive replaced as (
  select b.read_no, r.replaces as consent_id
  from batch b
  join consent_replacements r using (consent_id)
  where b.complete and b.consent_id not in (select consent_id from undecided_accounts)
    and not exists (select 1 from staged s where s.read_no = b.read_no and s.disposition = 'quarantined')
  union
  select p.read_no, r.replaces from replaced p join consent_replacements r using (consent_id)
),
left_out as (
  select distinct p.read_no, l.account_key
  from replaced p
  join account_links l using (consent_id)
  join batch b using (read_no)
  where not exists (
    select 1
    from account_links o
    where o.account_key = l.account_key
      and (o.consent_id = b.consent_id or o.consent_id in (select consent_id from consents where status = 'AUTH' and not retired)
        and o.consent_id not in (select consent_id from replaced))
  )
)
select 'account-not-listed' as code,
  'consent ' || b.consent_id || ' took the place of the one under which this account was read, and does not list it: nothing more '
    || 'is read of it; where that is not meant, let a person choose it: daybook consent renew ' || b.consent_id as message,
  a.account_key, a.account_id, b.run_id, b.read_id, json_object('account_id', a.account_id) as evidence
from left_out
join batch b using (read_no)
join accounts a using (account_key)
where a.closed_run is null;
