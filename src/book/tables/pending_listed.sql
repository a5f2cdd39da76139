-- Pending rows that are still waited for.
create table if not exists pending_listed (
  transaction_key varchar, -- the pending row
  account_key varchar,
  booking_date date, -- the day for which it is announced
  last_listed date, -- day of the newest read that listed it, at the bank
  last_listed_run varchar -- the newest run that listed it
);

comment on table pending_listed is 'pending rows that have neither booked nor been voided, and when their bank last listed them';
