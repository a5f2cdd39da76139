-- Which account is meant by an AccountId of a consent, decided once.
create table if not exists account_links (
  consent_id varchar,
  account_id varchar,
  account_key varchar,
  first_seen_run varchar
);

comment on table account_links is 'which account a consent means by an AccountId; recorded at first sight and never recomputed';
comment on column account_links.consent_id is 'the consent';
comment on column account_links.account_id is 'AccountId under that consent';
comment on column account_links.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column account_links.first_seen_run is 'the run that saw it first';
