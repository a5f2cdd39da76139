-- The undecided accounts of a consent, and which of the bank's known accounts each may be. Two accounts of one list are never
-- one, so what the consent's newest list names already is no candidate.

create or replace temp table undecided as
select account_id, currency, type_code, listed, former_key, from_json(identifiers, $identifier_type) as identifiers
from undecided_accounts
where consent_id = $consent;

-- The consents whose place this one takes, directly or over others.
create or replace temp table predecessors as
select replaces as consent_id from replaced_consents where consent_id = $consent;

create or replace temp table free_accounts as
select v.account_key, v.currency, v.type_code, from_json(v.identifiers, $identifier_type) as identifiers,
  is_identified(v.identifiers) as identified,
  v.account_key in (
    select account_key from account_links where consent_id in (select consent_id from predecessors)
  ) as replaced
from account_versions v
where v.institution = $institution and v.known_to is null
  and v.account_key not in (
    select l.account_key
    from account_links l
    where l.consent_id = $consent
      and coalesce(l.last_listed_run, l.first_seen_run) >= (select min(run_id) from undecided_accounts where consent_id = $consent)
  );

-- What identifies an account. An identification that two accounts of one list share tells neither from the other, unless what
-- stands beside it does: accounts of a building society have one number, and each its roll number.
create or replace temp table identifications as
select u.account_id, coalesce(u.currency, '') as currency, i.scheme_name, i.identification,
  coalesce(i.secondary_identification, '') as secondary,
  count(distinct u.account_id) over (partition by i.scheme_name, i.identification, coalesce(u.currency, '')) = 1 as alone,
  place_of_scheme(i.scheme_name) as preference
from undecided u, unnest(u.identifiers) as t(i)
where is_identification(i.identification)
qualify alone or secondary <> '' and count(distinct u.account_id) over (
  partition by i.scheme_name, i.identification, secondary, coalesce(u.currency, '')
) = 1;

-- Equal identification and currency may be one account, and are where the consent replaces one that knew it so. A bank that left
-- the currency out, and sends it now, means the only one that has this identification; so with what stands beside a number.
create or replace temp table identified as
select account_id, account_key, replaced, exact
from (
  select distinct c.account_id, k.account_key, k.replaced, c.preference,
    c.currency = k.currency and c.secondary = k.secondary as exact
  from identifications c
  join (
    select f.account_key, f.replaced, coalesce(f.currency, '') as currency, i.scheme_name, i.identification,
      coalesce(i.secondary_identification, '') as secondary
    from free_accounts f, unnest(f.identifiers) as t(i)
  ) k using (scheme_name, identification)
  where (c.currency = k.currency or '' in (c.currency, k.currency))
    and (c.secondary = k.secondary or c.alone and '' in (c.secondary, k.secondary))
  qualify rank() over (partition by c.account_id order by k.replaced desc, exact desc, c.preference) = 1
);

create or replace temp table matched_accounts as
with alone as (
  select * from identified qualify count(*) over (partition by account_id) = 1
)
select account_id, account_key
from (select * from alone where replaced qualify rank() over (partition by account_key order by exact desc) = 1)
qualify count(*) over (partition by account_key) = 1;

-- The last digits are told behind a mask too. Where they differ it is another account, or another card of one whose consent was
-- replaced.
create or replace temp table ending_otherwise as
with ends as (
  select account_id, i.scheme_name, regexp_extract(trim(i.identification), '[0-9]{2,4}$') as ending
  from undecided, unnest(identifiers) as t(i)
),
known_ends as (
  select account_key, i.scheme_name, regexp_extract(trim(i.identification), '[0-9]{2,4}$') as ending
  from free_accounts f, unnest(f.identifiers) as t(i)
  where not f.replaced
)
select e.account_id, k.account_key
from ends e
join known_ends k using (scheme_name)
where e.ending <> '' and k.ending <> ''
group by all
having not bool_or(ends_with(e.ending, k.ending) or ends_with(k.ending, e.ending));

-- Of the others: between a consent and the one that it replaces another identification is a change, so any account may be
-- meant, and an equal AccountId says so; under one consent such as are identified otherwise may have changed their AccountIds too.
-- Of other consents what is identified alike is meant unless rows disagree, because a bank may show one number for the accounts of
-- many; else only what nothing identifies may be known already, or be what is known.
create or replace temp table candidate_accounts as
select u.account_id, f.account_key, f.replaced,
  f.replaced and exists (
    select 1 from account_links l
    where l.consent_id in (select consent_id from predecessors) and l.account_id = u.account_id
      and l.account_key = f.account_key
  )
  or f.account_key = u.former_key
  or not f.replaced and (u.account_id, f.account_key) in (select (account_id, account_key) from identified) as called_so,
  coalesce(u.type_code = f.type_code, true) as of_one_kind
from undecided u
join free_accounts f on (u.currency is null or f.currency is null or u.currency = f.currency)
where u.account_id not in (select account_id from matched_accounts)
  and f.account_key not in (select account_key from matched_accounts)
  and (
    called_so
    or of_one_kind and (
      f.replaced
      or u.former_key is not null and f.account_key in (select former_key from undecided)
      or (u.account_id not in (select account_id from identifications) or not f.identified)
        and (u.account_id, f.account_key) not in (select (account_id, account_key) from ending_otherwise)
    )
  );

-- Nothing that may be known is decided before a complete list of its rows is there, unless the consent opens none.
create or replace temp table decidable as
select account_id from undecided where account_id not in (select account_id from candidate_accounts)
union
select account_id from undecided
where (
  select len(list_filter(permissions, lambda p: starts_with(p, 'ReadTransactions'))) = 0
  from consent_events
  where consent_id = $consent and change = 'read' and permissions is not null and run_id <= $run
  order by learned_at desc, run_id desc
  limit 1
);
