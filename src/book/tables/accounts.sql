-- Accounts, with every version of what their banks said of them.
create table if not exists account_versions (
  account_key varchar,
  institution varchar, -- the bank, as the gateway names it
  account_id varchar, -- AccountId as the consent that speaks for the account names it
  consent_id varchar, -- the consent that speaks for the account: of several one, as long as it goes on to list it
  $columns
  identifiers json, -- identifications as sent: scheme_name, identification, name, secondary_identification
  other_identifiers json, -- those of further entries under its AccountId in the same list, that the first lacks
  extra json,
  row_hash uhugeint, -- digest of all that makes a version
  version integer, -- counts the versions of this account, from 1
  known_from timestamptz,
  known_to timestamptz, -- when the book learned better; null while this is current
  load_seq bigint,
  run_id varchar, -- the run that read it
  raw_page_id varchar,
  row_index integer
);

comment on table account_versions is 'what a bank said of an account, and when the book knew it';

create table if not exists undecided_accounts (
  consent_id varchar, -- the consent that names it
  institution varchar, -- the bank, as the gateway names it
  account_id varchar, -- AccountId under that consent
  $columns
  identifiers json, -- identifications as sent
  other_identifiers json, -- those of further entries under its AccountId in the same list
  extra json,
  row_hash uhugeint, -- digest of all that makes a version
  listed boolean, -- whether a list names it; else a row of it was met before there was any list
  former_key varchar, -- the account that the AccountId was tied to until this list identified it otherwise than ever before: such is decided in its load
  first_seen_run varchar, -- the run that saw it first
  run_id varchar, -- the newest run whose list names it
  raw_page_id varchar,
  row_index integer
);

comment on table undecided_accounts is 'an account of a consent that is not yet known to be one of ours or a new one: that its rows tell, once they are read';

create table if not exists account_sightings (
  account_key varchar,
  first_seen_run varchar, -- the first run that saw it
  last_seen_run varchar -- the newest run that saw it
);

comment on table account_sightings is 'the first and the last run that saw an account';

create or replace view accounts as
with lists as (
  select consent_id, run_id from reads where resource = 'accounts' and outcome = 'complete'
),
asked as (
  select l.account_key, r.run_id, r.outcome, s.last_seen_run, l.consent_id
  from reads r
  join account_links l on l.consent_id = r.consent_id and l.account_id = r.account_id
  join account_sightings s on s.account_key = l.account_key
  where r.run_id > s.last_seen_run and r.outcome in ('refused', 'complete')
),
-- Left out of a list and then refused, and answered for nowhere since.
closed as (
  select a.account_key, min(a.run_id) as closed_run
  from asked a
  where a.outcome = 'refused'
    and exists (
      select 1 from lists n
      where n.consent_id = a.consent_id and n.run_id > a.last_seen_run and n.run_id <= a.run_id
    )
    and not exists (
      select 1 from asked b where b.account_key = a.account_key and b.outcome = 'complete' and b.run_id > a.run_id
    )
  group by a.account_key
)
select account_key, v.institution, v.account_id, v.consent_id, $shown, s.first_seen_run, s.last_seen_run,
  if(length(v.uk_digits) = 14, v.uk_digits[-8:], null) as account_number, -- the last eight digits of a UK identification; text, leading zeros matter
  if(length(v.uk_digits) = 14, v.uk_digits[:6], null) as sort_code, -- the first six digits of a UK identification
  if(regexp_full_match(v.iban_sent, '[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}'), v.iban_sent, null) as iban, -- without blanks
  if(regexp_full_match(v.bic_sent, '[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?'), v.bic_sent, null) as bic, -- the bank's code among banks
  closed_run, -- the run in which the bank refused to answer for it after it had left it out of its list; null while it is open
  v.extra,
  n.name as name, -- what its owner calls it
  n.entity as entity, -- the legal entity that it belongs to
  n.ledger_code as ledger_code -- its account in the ledger
from (
  select *,
    regexp_replace(
      list_filter(sent, lambda i: ends_with(i.scheme_name, 'SortCodeAccountNumber'))[1].identification, '[^0-9]', '', 'g'
    ) as uk_digits,
    upper(regexp_replace(
      list_filter(sent, lambda i: ends_with(i.scheme_name, 'IBAN'))[1].identification, '\s', '', 'g'
    )) as iban_sent,
    upper(coalesce(
      list_filter(sent, lambda i: ends_with(i.scheme_name, 'BICFI'))[1].identification,
      if(ends_with(extra ->> '$.Servicer.SchemeName', 'BICFI'), extra ->> '$.Servicer.Identification', null)
    )) as bic_sent
  from (
    select *, list_concat(
        from_json(identifiers, '[{"scheme_name": "VARCHAR", "identification": "VARCHAR"}]'),
        from_json(other_identifiers, '[{"scheme_name": "VARCHAR", "identification": "VARCHAR"}]')
      ) as sent
    from account_versions
    where known_to is null
  )
) v
join account_sightings s using (account_key)
left join closed c using (account_key)
left join named_accounts n using (account_key);

comment on view accounts is 'an account as last known';

-- What is looked up beside every row of an export; the view of all that is known of an account takes many times as long to plan.
create or replace view account_owners as
select account_key, institution, account_id,
  n.name as name, -- what its owner calls it
  n.entity as entity, -- the legal entity that it belongs to
  n.ledger_code as ledger_code -- its account in the ledger
from account_versions
left join named_accounts n using (account_key)
where known_to is null;

comment on view account_owners is 'whose an account is: its bank''s and its owner''s words for it';

-- Of names that owners give there is only today's.
create or replace macro accounts_as_of(instant) as table
select account_key, institution, account_id, consent_id, $shown, identifiers, extra, version, known_from, run_id
from account_versions
where known_from <= instant and (known_to is null or known_to > instant);

comment on macro table accounts_as_of is 'accounts as their banks described them, as known at an instant';

create or replace view account_identifiers as
select account_key,
  $identifiers
  i.extra
from (
  select account_key, unnest(list_concat(
      from_json(identifiers, $identifier_type), from_json(other_identifiers, $identifier_type)
    )) as i
  from account_versions
  where known_to is null
);

comment on view account_identifiers is 'one identification of an account, as last known';
