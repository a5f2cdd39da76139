create table if not exists findings (
  code varchar,
  message varchar,
  account_key varchar,
  account_id varchar,
  run_id varchar,
  read_id varchar,
  evidence json
);

comment on table findings is 'something a person should look at, not an error';
comment on column findings.code is 'what was found';
comment on column findings.message is 'what was found, in words';
comment on column findings.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column findings.run_id is 'the run that found it';
comment on column findings.read_id is 'the read that showed it';
comment on column findings.evidence is 'the facts';
comment on column findings.account_id is 'AccountId asked for when it was found';
