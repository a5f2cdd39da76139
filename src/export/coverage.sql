-- Days proven read, where spans that overlap or touch are one.
with reached as (
  select
    account_key,
    from_date,
    to_date,
    max(to_date) over (
      partition by account_key
      order by from_date, to_date
      rows between unbounded preceding and 1 preceding
    ) as reach
  from coverage
),
islands as (
  select
    account_key,
    from_date,
    to_date,
    sum(case when from_date <= reach + 1 then 0 else 1 end) over (
      partition by account_key
      order by from_date, to_date
      rows unbounded preceding
    ) as island
  from reached
)
select
  account_key,
  min(from_date) as from_date,
  max(to_date) as to_date
from islands
group by account_key, island
order by account_key, from_date
