-- What was read, how it ended, and where its rows went.
create table if not exists reads (
  read_id varchar,
  run_id varchar,
  consent_id varchar,
  institution varchar,
  account_key varchar,
  account_id varchar,
  resource varchar,
  route varchar,
  from_date date,
  to_date date,
  attended boolean,
  started_at timestamptz,
  ended_at timestamptz,
  outcome varchar,
  requests integer,
  pages integer,
  rows_read bigint,
  rows_new bigint,
  rows_changed bigint,
  rows_known bigint,
  rows_repeated bigint,
  rows_quarantined bigint,
  error_tag varchar,
  learned varchar[],
  load_seq bigint
);

comment on table reads is 'one planned read and its outcome';
comment on column reads.read_id is 'the read';
comment on column reads.run_id is 'the run that made it';
comment on column reads.consent_id is 'the consent it was made under';
comment on column reads.institution is 'the bank';
comment on column reads.account_key is 'the account asked for; null for all of the consent';
comment on column reads.account_id is 'AccountId asked for; null for all of the consent';
comment on column reads.resource is 'accounts, balances or transactions';
comment on column reads.route is 'bulk or account';
comment on column reads.from_date is 'first booking day asked for; null where no bound was sent';
comment on column reads.to_date is 'last booking day asked for; null where no bound was sent';
comment on column reads.attended is 'whether a person was there (first session)';
comment on column reads.started_at is 'when it began';
comment on column reads.ended_at is 'when it ended';
comment on column reads.outcome is 'complete, partial, refused, needs-person, quota or failed; null where it was killed';
comment on column reads.requests is 'requests sent';
comment on column reads.pages is 'pages kept';
comment on column reads.rows_read is 'rows in those pages';
comment on column reads.rows_new is 'rows never seen before';
comment on column reads.rows_changed is 'rows that say something else than before, or came back';
comment on column reads.rows_known is 'rows that say what is known';
comment on column reads.rows_repeated is 'rows listed twice because the list moved';
comment on column reads.rows_quarantined is 'rows not understood';
comment on column reads.error_tag is 'what stopped it';
comment on column reads.learned is 'what the bank taught about itself on the way';
comment on column reads.load_seq is 'the load that took it in; null where nothing was to be taken in';
