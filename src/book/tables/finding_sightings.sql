-- Each time that something to look at was seen; the view findings makes one line of them.
create table if not exists finding_sightings (
  code varchar, -- what was found
  message varchar, -- what was found, in words
  account_key varchar, -- the account as the book knows it, whatever consents lead to it; null where it is about the bank
  account_id varchar, -- AccountId asked for when it was found
  run_id varchar, -- the run that found it
  read_id varchar, -- the read that showed it
  evidence json, -- the facts
  part varchar -- what of it, where there can be several: a field, a code, another account
);

comment on table finding_sightings is 'a finding as one read showed it';
