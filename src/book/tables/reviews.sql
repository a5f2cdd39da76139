-- Questions that two readings of the same rows leave open.
create table if not exists reviews (
  review_id varchar,
  kind varchar,
  account_key varchar,
  booking_date date,
  transaction_keys varchar[],
  reason varchar,
  opened_run varchar,
  resolved_run varchar
);

comment on table reviews is 'two readings are possible and a person may say which';
comment on column reviews.review_id is 'the question';
comment on column reviews.kind is 'what kind of question';
comment on column reviews.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column reviews.booking_date is 'the booking day of those rows';
comment on column reviews.transaction_keys is 'the rows in question';
comment on column reviews.reason is 'why both readings are possible';
comment on column reviews.opened_run is 'the run that raised it';
comment on column reviews.resolved_run is 'the run that settled it';
