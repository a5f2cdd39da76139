-- Questions that two readings of the same rows leave open, and what people and balances have said of them.
create table if not exists reviews (
  review_id varchar, -- the question
  kind varchar, -- equal-at-page-edge, booked-as or same-account
  account_key varchar,
  booking_date date, -- the booking day of those rows
  transaction_keys varchar[], -- the rows in question; none where it is about an account
  readings varchar[], -- what may be answered; what holds until then is the last of them
  reason varchar, -- why both readings are possible
  opened_run varchar, -- the run that raised it
  resolved_run varchar, -- the run since which it is resolved; null while it is open
  resolved_by varchar, -- bank: a later answer shows it; bridge: only one reading adds up; person: somebody has said
  reading varchar, -- the reading that was taken; null while it is open, and where the bank has shown it
  repeated_keys varchar[] -- of those rows the ones that are no payment if it is one
);

comment on table reviews is 'two readings are possible and a person may say which';

create table if not exists review_answers (
  review_id varchar, -- the question
  change varchar, -- answered, undone, or judged by balances
  reading varchar, -- what was answered; null where that was undone, or balances no longer tell
  run_id varchar, -- the run that wrote it down
  load_seq bigint, -- the place of the answer among all that changes the book
  said_at timestamptz, -- when
  said_by varchar, -- who, as they named themselves; bridge where balances did
  reason varchar -- why; of balances which two
);

comment on table review_answers is 'a person or balances have answered a question, or have taken the answer back';

create table if not exists same_accounts (
  review_id varchar, -- the question
  load_seq bigint -- the place of the answer: of two that cannot both hold, the first one does
);

comment on table same_accounts is 'the questions by whose answers this book was made: that an AccountId means an account which it knows';
