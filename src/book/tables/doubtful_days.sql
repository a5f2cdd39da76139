-- Days that a later read should look at once more: a booked row may have been moved to one of them, or away from it.
create table if not exists doubtful_days (
  account_key varchar,
  from_date date, -- first day
  to_date date, -- last day
  reason varchar, -- row-gone: a booked row is no longer listed, and may stand on an earlier day; row-again: a new row says what an older one says; long-silent: rows came after days on which the bank listed none; new-currency: the account lists rows in a currency for the first time; rows-changed-alike: most known rows have another amount; equal-rows: equal rows without ids stand on several pages; rows-repeated: the list shows rows on two of its pages; account-moved: the account was given the AccountId of another; row-without-day: a row that is not understood tells no day, and the read that lists it proves none
  read_id varchar, -- the read that raised the doubt
  load_seq integer
);

comment on table doubtful_days is 'days that are read once more, because a row of them may have been moved or may say something else';
