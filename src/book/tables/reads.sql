-- What was read, how it ended, and where its rows went.
create table if not exists reads (
  read_id varchar, -- the read
  run_id varchar, -- the run that made it
  consent_id varchar, -- the consent it was made under
  institution varchar,
  account_key varchar, -- the account asked for; null for all of the consent
  account_id varchar, -- AccountId asked for; null for all of the consent
  resource varchar,
  route varchar, -- bulk or account
  from_date date, -- first booking day asked for; null where no bound was sent
  to_date date, -- last booking day asked for; null where no bound was sent
  attended boolean, -- whether a person was there (first session)
  started_at timestamptz, -- when it began
  ended_at timestamptz, -- when it ended
  outcome varchar, -- complete, partial, refused, needs-person, quota or failed; null where it was killed
  requests integer, -- requests sent
  pages integer, -- pages kept
  rows_read bigint, -- rows in those pages
  rows_new bigint, -- rows never seen before
  rows_changed bigint, -- rows that say something else than before, or came back
  rows_known bigint, -- rows that say what is known
  rows_repeated bigint, -- rows listed twice because the list moved
  rows_quarantined bigint, -- rows not understood
  error_tag varchar, -- what stopped it
  first_available timestamptz, -- from when on the bank said that it has anything
  untold_from date, -- first of the booking days before from_date that the bank neither gave nor refused; null where it told of all
  learned varchar[], -- what the bank taught about itself on the way
  load_seq bigint -- the load that took it in; null where nothing was to be taken in
);

comment on table reads is 'one planned read and its outcome';
