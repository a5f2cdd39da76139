-- Days on which silence proves nothing: they were asked for and lie before the oldest row that the bank listed then, and before
-- what it gives by its rules; or they were asked for of all accounts together, and the answer names no row of this one. A bank
-- that keeps less than was asked for, or leaves an account out, may say so nowhere. Such days are not asked for again with those of
-- other accounts; two balances that agree around them, or a later list, may still say that nothing was booked.
create table if not exists unconfirmed_days (
  account_key varchar,
  from_date date, -- first day
  to_date date, -- last day
  read_id varchar -- the read that asked for them
);

comment on table unconfirmed_days is 'a span of booking days that were asked for and of which the bank listed nothing, nor anything older, or nothing of this account';
