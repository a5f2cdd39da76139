-- Consents: each change of one, and how each stands now.
create table if not exists consent_events (
  consent_id varchar, -- the consent
  learned_at timestamptz, -- when it was learned
  run_id varchar, -- the run that learned it
  change varchar, -- created, read, retired or purged
  status varchar, -- version 4 code
  status_sent varchar, -- the word sent, where it differs from the code
  deleted boolean, -- whether the gateway says that it is deleted
  expires_at timestamptz, -- end of its life
  transaction_from timestamptz, -- start of the span of transactions it opens
  transaction_to timestamptz, -- end of that span
  permissions varchar[], -- what it may read
  institution varchar,
  reason varchar -- why it was retired
);

comment on table consent_events is 'each change of a consent, as its record said when it was read';

create table if not exists consent_replacements (
  consent_id varchar, -- the consent
  replaces varchar, -- the one whose place it was made to take
  run_id varchar -- the run that made it
);

comment on table consent_replacements is 'which consent was made to take the place of which';

create or replace view replaced_consents as
with recursive replaced as (
  select consent_id, replaces from consent_replacements
  union
  select p.consent_id, r.replaces from replaced p join consent_replacements r on r.consent_id = p.replaces
)
select consent_id as consent_id, -- the consent
  replaces as replaces -- one whose place it takes, directly or over others
from replaced;

comment on view replaced_consents is 'which consents each takes the place of, directly or over others';

create or replace view consents as
select consent_id,
  max(institution) as institution,
  arg_max(status, (learned_at, run_id, rowid)) filter (where change <> 'retired') as status, -- version 4 code; AWAU while nobody has decided; null of one that was purged
  arg_max_null(expires_at, (learned_at, run_id, rowid)) filter (where change = 'read') as expires_at,
  arg_max_null(transaction_from, (learned_at, run_id, rowid)) filter (where change = 'read') as transaction_from,
  arg_max_null(transaction_to, (learned_at, run_id, rowid)) filter (where change = 'read') as transaction_to,
  arg_max(permissions, (learned_at, run_id, rowid)) filter (where change <> 'retired') as permissions,
  min(learned_at) filter (where status = 'AUTH') as authorised_at, -- when it was first seen authorised
  bool_or(change in ('retired', 'purged')) as retired -- whether it will not be used again
from consent_events
group by consent_id;

comment on view consents is 'a consent as last known';
