-- Consents: each change of one, and how each stands now.
create table if not exists consent_events (
  consent_id varchar,
  learned_at timestamptz,
  run_id varchar,
  change varchar,
  status varchar,
  status_sent varchar,
  deleted boolean,
  expires_at timestamptz,
  transaction_from timestamptz,
  transaction_to timestamptz,
  permissions varchar[],
  institution varchar,
  reason varchar
);

comment on table consent_events is 'each change of a consent, as its record said when it was read';
comment on column consent_events.consent_id is 'the consent';
comment on column consent_events.learned_at is 'when it was learned';
comment on column consent_events.run_id is 'the run that learned it';
comment on column consent_events.change is 'created, read or retired';
comment on column consent_events.status is 'version 4 code';
comment on column consent_events.status_sent is 'the word sent, where it differs from the code';
comment on column consent_events.deleted is 'whether the gateway says that it is deleted';
comment on column consent_events.expires_at is 'end of its life';
comment on column consent_events.transaction_from is 'start of the span of transactions it opens';
comment on column consent_events.transaction_to is 'end of that span';
comment on column consent_events.permissions is 'what it may read';
comment on column consent_events.institution is 'the bank';
comment on column consent_events.reason is 'why it was retired';

create or replace view consents as
select consent_id,
  max(institution) as institution,
  arg_max(status, (learned_at, run_id, rowid)) filter (where change <> 'retired') as status,
  arg_max(expires_at, (learned_at, run_id, rowid)) filter (where change = 'read') as expires_at,
  arg_max(transaction_from, (learned_at, run_id, rowid)) filter (where change = 'read') as transaction_from,
  arg_max(transaction_to, (learned_at, run_id, rowid)) filter (where change = 'read') as transaction_to,
  arg_max(permissions, (learned_at, run_id, rowid)) filter (where change <> 'retired') as permissions,
  min(learned_at) filter (where status = 'AUTH') as authorised_at,
  bool_or(change = 'retired') as retired
from consent_events
group by consent_id;

comment on view consents is 'a consent as last known';
comment on column consents.consent_id is 'the consent';
comment on column consents.institution is 'the bank';
comment on column consents.status is 'version 4 code; AWAU while nobody has decided';
comment on column consents.expires_at is 'end of its life';
comment on column consents.transaction_from is 'start of the span of transactions it opens';
comment on column consents.transaction_to is 'end of that span';
comment on column consents.permissions is 'what it may read';
comment on column consents.authorised_at is 'when it was first seen authorised';
comment on column consents.retired is 'whether it will not be used again';
