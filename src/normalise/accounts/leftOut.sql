-- Accounts that were read under a consent whose place this one took, and that its list does not name: nobody reads them any
-- more. Where rows are still to tell which account is which, nothing is known of that yet.
insert into finding_sightings by name
with left_out as (
  select distinct b.read_no, l.account_key
  from batch b
  join replaced_consents r using (consent_id)
  join account_links l on l.consent_id = r.replaces
  where b.complete and b.consent_id not in (select consent_id from undecided_accounts)
    and not exists (select 1 from staged_accounts s where s.read_no = b.read_no and s.disposition = 'quarantined')
    and not exists (
      select 1
      from account_links o
      where o.account_key = l.account_key
        and (o.consent_id = b.consent_id or o.consent_id in (select consent_id from consents where status = 'AUTH' and not retired)
          and o.consent_id not in (select p.replaces from replaced_consents p where p.consent_id = b.consent_id))
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
