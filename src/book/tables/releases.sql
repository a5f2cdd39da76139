-- What becomes of accounts that nothing proves: the policy of all, what a person has released, what an export held back.
create table if not exists export_policy (
  on_broken varchar, -- hold, flag or release where balances and movements disagree
  on_unprovable varchar -- the same where nothing proves them
);

comment on table export_policy is 'what [export] of the configuration says, when the book was last brought up to date; an account may have its own in named_accounts';

create table if not exists account_releases (
  account_key varchar,
  run_id varchar, -- the run that wrote it down
  released_at timestamptz, -- when
  released_by varchar, -- who, as they named themselves
  reason varchar, -- why
  until_day date, -- the last day on which it holds; null where none was named
  covers varchar[] -- what it covers: currency, verdict and difference as they were
);

comment on table account_releases is 'a person lets an account be exported as it is';

create table if not exists release_ends (
  account_key varchar,
  release_run varchar, -- the run of the release
  run_id varchar -- the run that found it ended
);

comment on table release_ends is 'a release that ended: its day is over, the account is proven, or it is about another difference';

create table if not exists export_judgements (
  run_id varchar -- the run
);

comment on table export_judgements is 'a run that looked what is to be held back, and wrote it down';

create table if not exists held_accounts (
  run_id varchar, -- the run that held it back
  account_key varchar,
  currency varchar,
  verdict varchar, -- broken or unprovable
  difference decimal(38,5), -- what is missing; null where nothing can be compared
  reason varchar, -- why not proven, or in which way
  since timestamptz -- since when it is held back without a break
);

comment on table held_accounts is 'an account and currency for which a run left the account out of its export';

create table if not exists export_holds (
  export_id varchar, -- the export
  account_key varchar
);

comment on table export_holds is 'an account that an export left out';
