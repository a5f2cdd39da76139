-- What balances and movements prove of each other, and how far that was looked into.
create table if not exists bridges (
  account_key varchar,
  currency varchar,
  opening_at timestamptz, -- the instant for which the bank states the balance that it begins with
  closing_at timestamptz, -- the instant for which the bank states the balance that it ends with
  opening decimal(18,5), -- the balance that it begins with
  movements decimal(38,5), -- sum of what was booked between the two, as now known
  closing decimal(18,5), -- the balance that it ends with
  difference decimal(38,5), -- closing - opening - movements
  balance_type varchar, -- the type of both balances, version 4 code
  verdict varchar, -- proven, proven-with-pending, timing, broken or unprovable
  reason varchar, -- why not proven, or in which way
  evidence json -- what speaks for it; null where it is plainly proven
);

comment on table bridges is 'opening + movements = closing, between two balances of one type: each and the one before, and the newest and the oldest';

create table if not exists account_verdicts (
  account_key varchar,
  currency varchar,
  verdict varchar, -- proven, proven-with-pending, timing, broken or unprovable
  proven_from timestamptz, -- the oldest balance of the chain; null where nothing is proven
  proven_to timestamptz, -- the newest balance that is proven from there; null where nothing is proven
  difference decimal(38,5), -- what is missing from there to the newest balance; null where nothing can be compared
  reason varchar, -- why not proven, or in which way
  run_id varchar -- the newest run that brought something by which it was judged
);

comment on table account_verdicts is 'an account and currency as a whole, as its balances and movements prove it';

create or replace view verdicts as
select account_key, currency, verdict, proven_from, proven_to, difference, reason,
  null::varchar as policy, -- the policy in force for the account: hold, flag or release
  null::date as released_until, -- the last day on which a person lets it be exported all the same
  run_id
from account_verdicts;

comment on view verdicts is 'an account and currency as a whole, as now known: the chain from the last balance that was proven to the newest';

create table if not exists reconciled (
  load_seq bigint, -- the newest load that was looked at
  rules varchar -- digest of the rules of banks by which it was judged
);

comment on table reconciled is 'how far bridges and verdicts look into the book';
