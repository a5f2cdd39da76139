-- What identifies the accounts of each list, and which of it no other account of that list has.
create or replace temp table listed_identifications as
select s.read_no, b.consent_id, b.institution, s.account_id, i.scheme_name, i.identification, coalesce(s.currency, '') as currency,
  count(distinct s.account_id) over (partition by s.read_no, i.scheme_name, i.identification, coalesce(s.currency, '')) = 1 as alone
from staged_accounts s
join batch b using (read_no), unnest(s.identifiers) as t(i)
where s.disposition = 'read' and is_identification(i.identification);

-- An AccountId keeps the account that it was tied to, but where the list shows under it what identifies another account of the
-- bank, and nothing that identifies its own: there AccountIds are places in a list, and have moved. One that nothing had identified
-- keeps its account where only other consents have opened what its number identifies: both may be one.
create or replace temp table moved_ids as
with known as (
  select v.account_key, v.institution, i.scheme_name, i.identification, coalesce(v.currency, '') as currency
  from account_versions v, unnest(from_json(v.identifiers, $identifier_type)) as t(i)
  where v.known_to is null and v.institution in (select institution from batch)
),
named as (
  select s.read_no, l.consent_id, l.account_id, l.account_key, bool_or(k.account_key = l.account_key) as own,
    bool_or((l.consent_id, k.account_key) in (select (consent_id, account_key) from account_links)) as beside,
    any_value(l.account_key in (select account_key from known)) as identified
  from account_links l
  join listed_identifications s using (consent_id, account_id)
  join known k using (institution, scheme_name, identification, currency)
  where s.alone
  group by all
)
select read_no, consent_id, account_id, account_key from named where not own and (identified or beside);

insert into found by name
select 'account-id-moved' as code,
  'the bank calls another account by the AccountId that this one had; its number tells which' as message, account_key,
  account_id as part, json_object('account_id', account_id) as evidence, read_no
from moved_ids;

-- What is identified otherwise than ever before, under the same AccountId of the same consent, may be the same account with a new
-- card or number, or another to which the bank gave the AccountId: that its rows tell.
create or replace temp table otherwise_ids as
with listed as (
  select l.consent_id, l.account_id, l.account_key, s.scheme_name, s.identification
  from account_links l
  join listed_identifications s using (consent_id, account_id)
  join batch b using (read_no)
  where l.first_seen_run < b.run_id
),
known as (
  select v.account_key, i.scheme_name, i.identification
  from account_versions v, unnest(from_json(v.identifiers, $identifier_type)) as t(i)
  where v.account_key in (select account_key from listed)
)
select consent_id, account_id, account_key
from listed
where (account_key, scheme_name) in (select (account_key, scheme_name) from known)
  and (consent_id, account_id) not in (select (consent_id, account_id) from moved_ids)
group by all
having not bool_or((account_key, scheme_name, identification) in (select (account_key, scheme_name, identification) from known));

create or replace temp table untied_ids as
select l.consent_id, l.account_id, l.account_key, b.run_id as until
from account_links l
join batch b using (consent_id)
where (l.consent_id, l.account_id) in (
  select (consent_id, account_id) from moved_ids union all select (consent_id, account_id) from otherwise_ids
);
