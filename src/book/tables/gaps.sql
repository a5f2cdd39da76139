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
  (covered_to + 1)::date as from_date, -- first day of the hole
  (from_date - 1)::date as to_date, -- last day of the hole
  (covered_to + 1 + 90)::date as last_chance -- the day after which a bank that keeps 90 days no longer gives the first of them
from spans
where from_date > covered_to + 1;

comment on view gaps is 'a hole in coverage and until when it can still be filled';
