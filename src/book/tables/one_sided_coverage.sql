-- Days of which a read has proven one direction alone, because its consent permitted no more. They are no coverage; only a
-- consent that permits just that direction need not read them again.
create table if not exists one_sided_coverage (
  account_key varchar,
  side varchar, -- credit or debit
  from_date date, -- first day
  to_date date, -- last day
  read_id varchar -- the read that proves it
);

comment on table one_sided_coverage is 'a span of booking days of which credits alone, or debits alone, are proven read for an account';
