-- Pending rows that are still waited for.
create table if not exists pending_listed (
  transaction_key varchar,
  account_key varchar,
  booking_date date,
  last_listed date
);

comment on table pending_listed is 'pending rows that have neither booked nor been voided, and when their bank last listed them';
comment on column pending_listed.transaction_key is 'the pending row';
comment on column pending_listed.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column pending_listed.booking_date is 'the day for which it is announced';
comment on column pending_listed.last_listed is 'day of the newest read that listed it, at the bank';
