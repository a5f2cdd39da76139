-- The one place where spans of coverage become days: those that overlap or touch are one.
create or replace view covered as
with spans as (
  select account_key, from_date, to_date,
    max(to_date) over (
      partition by account_key order by from_date, to_date
      rows between unbounded preceding and 1 preceding
    ) as before_to
  from coverage
),
islands as (
  select account_key, from_date, to_date,
    count(*) filter (where before_to is null or from_date > before_to + 1) over (
      partition by account_key order by from_date, to_date rows unbounded preceding
    ) as island
  from spans
)
select account_key,
  min(from_date) as from_date, -- first day
  max(to_date) as to_date -- last day
from islands
group by account_key, island;

comment on view covered is 'days of an account that are proven read, without a hole: spans of coverage that overlap or touch are one';
