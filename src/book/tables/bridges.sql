-- What balances and movements prove of each other, and how far that was looked into.
create table if not exists bridges (
  account_key varchar,
  currency varchar,
  opening_at timestamptz, -- of which moment the balance speaks that it begins with: as the bank states it, or the close that its rows show
  closing_at timestamptz, -- of which moment the balance speaks that it ends with
  opening decimal(18,5), -- the balance that it begins with
  movements decimal(38,5), -- sum of what was booked between the two, as now known
  closing decimal(18,5), -- the balance that it ends with
  difference decimal(38,5), -- closing - opening - movements
  balance_type varchar, -- the type of both balances, version 4 code
  verdict varchar, -- proven, proven-with-pending, timing, broken or unprovable
  reason varchar, -- why not proven, or in which way: docs/verdicts.md
  evidence json -- what speaks for it; null where it is plainly proven
);

comment on table bridges is 'opening + movements = closing, between two balances of one type: each and the one before, and the newest and the oldest';

create table if not exists account_verdicts (
  account_key varchar,
  currency varchar,
  verdict varchar, -- proven, proven-with-pending, timing, broken or unprovable
  proven_from timestamptz, -- of which moment the oldest balance of the chain speaks: of rows before it nothing is said; null where nothing is proven
  proven_to timestamptz, -- of which moment the newest balance speaks that is proven from there, of days that were read but for the last; null where nothing is proven
  difference decimal(38,5), -- what is missing from there to the newest balance; null where nothing can be compared
  reason varchar, -- why not proven, or in which way: docs/verdicts.md
  run_id varchar -- the newest run that brought something by which it was judged
);

comment on table account_verdicts is 'an account and currency as a whole, as its balances and movements prove it';

-- What the configuration says of each, and whether that would hold the account back.
create or replace view verdict_policies as
with said as (
  select v.*,
    case verdict when 'unprovable' then coalesce(n.on_unprovable, p.on_unprovable, 'flag')
      else coalesce(n.on_broken, p.on_broken, 'hold') end as rule -- what the configuration says: hold, flag or release
  from account_verdicts v
  left join named_accounts n using (account_key)
  left join export_policy p on true
)
select *,
  rule = 'hold' and verdict in ('broken', 'unprovable') as holds, -- whether it would be held back
  concat_ws(' ', currency, verdict, difference::varchar) as told -- what a release of it covers
from said;

comment on view verdict_policies is 'verdicts with the policy that the configuration has for them';

-- A release holds until its day is over, nothing of what it covers is left, or something else is to be held back: from then on it has
-- ended. A policy that would hold nothing back for a night ends none.
create or replace view releases as
select r.account_key,
  r.run_id as run_id, -- the run that wrote it down
  r.released_at as released_at, -- when
  r.released_by as released_by, -- who, as they named themselves
  r.reason as reason, -- why
  r.until_day as until_day -- the last day on which it holds; null where none was named
from (
  from account_releases
  qualify row_number() over (partition by account_key order by run_id desc) = 1
) r
where (r.until_day is null or r.until_day >= (select arg_max(started_at, run_id)::date from runs))
  and not exists (select 1 from release_ends e where e.account_key = r.account_key and e.release_run = r.run_id)
  and exists (select 1 from verdict_policies v where v.account_key = r.account_key and list_contains(r.covers, v.told))
  and not exists (
    select 1 from verdict_policies v
    where v.account_key = r.account_key and v.holds and not list_contains(r.covers, v.told)
  );

comment on view releases is 'a release that is in force';

create or replace view verdicts as
select v.account_key, v.currency, v.verdict, v.proven_from, v.proven_to, v.difference, v.reason,
  if(r.account_key is null, v.rule, 'release') as policy, -- the policy in force for the account: hold, flag or release
  r.until_day as released_until, -- the last day on which a person lets it be exported all the same; null where none was named
  v.run_id
from verdict_policies v
left join releases r using (account_key);

comment on view verdicts is 'an account and currency as a whole, as now known: the chain from the last balance that was proven to the newest';

create table if not exists reconciled (
  load_seq bigint, -- the newest load that was looked at
  rules varchar -- the version of the rules by which it was judged, and a digest of those of banks
);

comment on table reconciled is 'how far bridges and verdicts look into the book';
