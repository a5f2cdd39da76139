-- Every request that was sent, also those without an answer.
create table if not exists requests (
  request_id varchar, -- sent as x-fapi-interaction-id
  read_id varchar, -- the read it belongs to; null for tokens and consents
  run_id varchar, -- the run
  sent_at timestamptz, -- when it was about to be sent
  method varchar, -- GET or POST
  path varchar, -- path and query
  http_status integer, -- status of the answer; null where none came
  duration_ms integer, -- until the whole answer was there
  interaction_id varchar -- x-fapi-interaction-id of the answer
);

comment on table requests is 'one request sent';
