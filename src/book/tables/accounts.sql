-- Accounts, with every version of what their banks said of them.
create table if not exists account_versions (
  account_key varchar,
  institution varchar,
  account_id varchar,
  consent_id varchar,
  category varchar,
  type_code varchar,
  type_code_sent varchar,
  currency varchar,
  description varchar,
  nickname varchar,
  status varchar,
  identifiers json,
  extra json,
  row_hash uhugeint,
  version integer,
  known_from timestamptz,
  known_to timestamptz,
  load_seq bigint,
  run_id varchar,
  raw_page_id varchar,
  row_index integer
);

comment on table account_versions is 'what a bank said of an account, and when the book knew it';
comment on column account_versions.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column account_versions.institution is 'the bank, as the gateway names it';
comment on column account_versions.account_id is 'AccountId as the consent last used names it';
comment on column account_versions.consent_id is 'the consent that last showed this account';
comment on column account_versions.category is 'Personal or Business, as sent';
comment on column account_versions.type_code is 'kind of account, version 4 code';
comment on column account_versions.type_code_sent is 'the word sent, where it differs from the code';
comment on column account_versions.currency is 'ISO 4217 code; null where the bank sends none';
comment on column account_versions.description is 'product name or free text';
comment on column account_versions.nickname is 'name given by the person';
comment on column account_versions.status is 'Enabled, Disabled, Deleted, ProForma, Pending';
comment on column account_versions.identifiers is 'identifications as sent: scheme_name, identification, name, secondary_identification';
comment on column account_versions.extra is 'fields that are not understood, as sent';
comment on column account_versions.row_hash is 'digest of what was said';
comment on column account_versions.version is 'counts what was said of this account, from 1';
comment on column account_versions.known_from is 'when the book learned this';
comment on column account_versions.known_to is 'when the book learned better; null while this is current';
comment on column account_versions.load_seq is 'the load that brought it';
comment on column account_versions.run_id is 'the run that read it';
comment on column account_versions.raw_page_id is 'the answer this was read from';
comment on column account_versions.row_index is 'position in that answer, from 0';

create table if not exists account_sightings (
  account_key varchar,
  first_seen_run varchar,
  last_seen_run varchar
);

comment on table account_sightings is 'the first and the last run that saw an account';
comment on column account_sightings.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column account_sightings.first_seen_run is 'the first run that saw it';
comment on column account_sightings.last_seen_run is 'the newest run that saw it';

create or replace view accounts as
select v.account_key, v.institution, v.account_id, v.consent_id, v.category, v.type_code, v.type_code_sent, v.currency,
  v.description, v.nickname, v.status, s.first_seen_run, s.last_seen_run, v.extra
from account_versions v
join account_sightings s using (account_key)
where v.known_to is null;

comment on view accounts is 'an account as last known';
comment on column accounts.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column accounts.institution is 'the bank, as the gateway names it';
comment on column accounts.account_id is 'AccountId as the consent last used names it';
comment on column accounts.consent_id is 'the consent that last showed this account';
comment on column accounts.category is 'Personal or Business, as sent';
comment on column accounts.type_code is 'kind of account, version 4 code';
comment on column accounts.type_code_sent is 'the word sent, where it differs from the code';
comment on column accounts.currency is 'ISO 4217 code; null where the bank sends none';
comment on column accounts.description is 'product name or free text';
comment on column accounts.nickname is 'name given by the person';
comment on column accounts.status is 'Enabled, Disabled, Deleted, ProForma, Pending';
comment on column accounts.first_seen_run is 'the first run that saw it';
comment on column accounts.last_seen_run is 'the newest run that saw it';
comment on column accounts.extra is 'fields that are not understood, as sent';

create or replace view account_identifiers as
select account_key, i.scheme_name, i.identification, i.name, i.secondary_identification
from (
  select account_key, unnest(from_json(identifiers,
    '[{"scheme_name":"VARCHAR","identification":"VARCHAR","name":"VARCHAR","secondary_identification":"VARCHAR"}]')) as i
  from account_versions
  where known_to is null
);

comment on view account_identifiers is 'one identification of an account, as last known';
comment on column account_identifiers.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column account_identifiers.scheme_name is 'identification scheme, with the prefix of the standard';
comment on column account_identifiers.identification is 'account number, IBAN or other identification; text, leading zeros matter';
comment on column account_identifiers.name is 'holder name';
comment on column account_identifiers.secondary_identification is 'roll number, or currency of a sub account';
