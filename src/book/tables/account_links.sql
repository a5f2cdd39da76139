-- Which account is meant by an AccountId of a consent, decided once.
create table if not exists account_links (
  consent_id varchar, -- the consent
  account_id varchar, -- AccountId under that consent
  account_key varchar,
  first_seen_run varchar, -- the run that saw it first
  last_listed_run varchar -- the newest run in which a list of the consent's accounts names it; null where none did
);

comment on table account_links is 'which account a consent means by an AccountId, recorded at first sight and never recomputed; and when its bank named it last';
