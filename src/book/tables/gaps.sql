-- Days between two proven ones that no read has proven.
create or replace view gaps as
with spans as (
  select account_key, from_date, to_date,
    max(to_date) over (
      partition by account_key order by from_date, to_date
      rows between unbounded preceding and 1 preceding
    ) as covered_to
  from coverage
)
select account_key,
  (covered_to + 1)::date as from_date,
  (from_date - 1)::date as to_date,
  (covered_to + 1 + 90)::date as last_chance
from spans
where from_date > covered_to + 1;

comment on view gaps is 'a hole in coverage and until when it can still be filled';
comment on column gaps.account_key is 'the account as the book knows it, whatever consents lead to it';
comment on column gaps.from_date is 'first day of the hole';
comment on column gaps.to_date is 'last day of the hole';
comment on column gaps.last_chance is 'the day after which a bank that keeps 90 days no longer gives the first of them';
