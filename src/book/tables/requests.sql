-- Every request that was sent, also those without an answer.
create table if not exists requests (
  request_id varchar,
  read_id varchar,
  run_id varchar,
  sent_at timestamptz,
  method varchar,
  path varchar,
  http_status integer,
  duration_ms integer,
  interaction_id varchar
);

comment on table requests is 'one request sent';
comment on column requests.request_id is 'sent as x-fapi-interaction-id';
comment on column requests.read_id is 'the read it belongs to; null for tokens and consents';
comment on column requests.run_id is 'the run';
comment on column requests.sent_at is 'when it was about to be sent';
comment on column requests.method is 'GET or POST';
comment on column requests.path is 'path and query';
comment on column requests.http_status is 'status of the answer; null where none came';
comment on column requests.duration_ms is 'until the whole answer was there';
comment on column requests.interaction_id is 'x-fapi-interaction-id of the answer';
