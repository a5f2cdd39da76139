-- Questions that two readings of the same rows leave open.
create table if not exists reviews (
  review_id varchar, -- the question
  kind varchar, -- what kind of question
  account_key varchar,
  booking_date date, -- the booking day of those rows
  transaction_keys varchar[], -- the rows in question
  reason varchar, -- why both readings are possible
  opened_run varchar, -- the run that raised it
  resolved_run varchar -- the run that resolved it
);

comment on table reviews is 'two readings are possible and a person may say which';
