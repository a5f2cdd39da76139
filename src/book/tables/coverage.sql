-- The booking days of an account that a read has proven.
create table if not exists coverage (
  account_key varchar,
  from_date date,
  to_date date,
  read_id varchar
);

comment on table coverage is 'a span of booking days proven read for an account';
comment on column coverage.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column coverage.from_date is 'first day';
comment on column coverage.to_date is 'last day';
comment on column coverage.read_id is 'the read that proves it';
