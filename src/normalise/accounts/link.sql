-- Ties the accounts that are decided, and writes what is said of them.
insert into account_links by name
select d.consent_id, d.account_id, d.account_key, u.first_seen_run, if(u.listed, u.run_id, null) as last_listed_run
from decided d
join undecided_accounts u using (consent_id, account_id);

create or replace temp table told as
select u.*, d.account_key, d.known_from, d.load_seq
from undecided_accounts u
join decided d using (consent_id, account_id)
where u.listed or not d.is_there;

-- For an account that another consent goes on to list that one speaks.
create or replace temp table said_anew as
select * from told t
where not exists (
  select 1 from account_versions v
  where v.account_key = t.account_key and v.known_to is null and v.consent_id <> t.consent_id
    and v.consent_id not in (select replaces from replaced_consents where consent_id = t.consent_id)
    and still_names(v.consent_id, v.account_key, t.load_seq, t.known_from)
    and (is_identified(v.identifiers) or not is_identified(t.identifiers))
);

create or replace temp table last_versions as
select account_key, max(version) as version
from account_versions
where account_key in (select account_key from said_anew)
group by account_key;

update account_versions
set known_to = s.known_from
from said_anew s
where account_versions.known_to is null and account_versions.account_key = s.account_key;

insert into account_versions by name
select s.account_key, s.institution, s.account_id, s.consent_id, $columns, s.identifiers, s.other_identifiers, s.extra, s.row_hash,
  coalesce(v.version, 0) + 1 as version, s.known_from, null::timestamptz as known_to, s.load_seq, s.run_id, s.raw_page_id,
  s.row_index
from said_anew s
left join last_versions v using (account_key);

update account_sightings
set last_seen_run = greatest(last_seen_run, t.run_id)
from told t
where account_sightings.account_key = t.account_key and t.listed;

insert into account_sightings
select account_key, first_seen_run, run_id
from told
where account_key not in (select account_key from account_sightings);

delete from undecided_accounts
where (consent_id, account_id) in (select (consent_id, account_id) from decided);
