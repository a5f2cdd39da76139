-- Each time that something to look at was seen; the view findings makes one line of them.
create table if not exists finding_sightings (
  code varchar,
  message varchar,
  account_key varchar,
  account_id varchar,
  run_id varchar,
  read_id varchar,
  evidence json,
  part varchar
);

comment on table finding_sightings is 'a finding as one read showed it';
comment on column finding_sightings.code is 'what was found';
comment on column finding_sightings.message is 'what was found, in words';
comment on column finding_sightings.account_key is 'the account as the book knows it, whatever consents lead to it; null where it is about the bank';
comment on column finding_sightings.account_id is 'AccountId asked for when it was found';
comment on column finding_sightings.run_id is 'the run that found it';
comment on column finding_sightings.read_id is 'the read that showed it';
comment on column finding_sightings.evidence is 'the facts';
comment on column finding_sightings.part is 'what of it, where there can be several: a field, a code, another account';
