-- What runs have learned that they came too late for.
create table if not exists lost_days (
  account_key varchar,
  from_date date, -- first day
  to_date date, -- last day
  reason varchar, -- outside-history: the bank no longer gives them; outside-consent: the consent does not span them
  message varchar, -- why, in words
  consent_id varchar, -- the consent under which they were wanted
  account_id varchar, -- AccountId under that consent
  run_id varchar, -- the run that learned it
  learned_at timestamptz -- when it was learned
);

comment on table lost_days is 'days of an account that were wanted and can no longer be had, as a run learned it';
