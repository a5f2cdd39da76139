-- What an account held at the end of each day, wherever balances prove it.
create table if not exists position_spans (
  account_key varchar,
  currency varchar,
  from_day date, -- the first day that ended so
  to_day date, -- the last day of that month that ended so: nothing was booked in between
  amount decimal(38,5), -- what was booked at the end of each of these days
  movements decimal(38,5), -- sum of what was booked on the first of them
  proof varchar -- between: balances before and after it agree; backwards: the rows before the oldest balance lead there
);

comment on table position_spans is 'days on which an account held the same, as its balances prove it';

create or replace view daily_balances as
select account_key, currency,
  c.day as day, -- the booking day
  amount,
  if(c.day = from_day, movements, 0)::decimal(38,5) as movements, -- sum of what was booked on that day
  proof
from position_spans s
-- No span lasts longer than a month: so the days of one are found without looking at all others.
join (
  select day::date as day, year(day) * 12 + month(day) as month
  from (select unnest(generate_series(date '1970-01-01', date '2099-12-31', interval 1 day)) as day)
) c on c.month = year(s.from_day) * 12 + month(s.from_day) and c.day between s.from_day and s.to_day;

comment on view daily_balances is 'the end-of-day booked position per account and currency, as now known, of each day that is proven';
