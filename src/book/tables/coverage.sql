-- The booking days of an account that a read has proven.
create table if not exists coverage (
  account_key varchar,
  from_date date, -- first day
  to_date date, -- last day
  read_id varchar -- the read that proves it
);

comment on table coverage is 'a span of booking days proven read for an account';
