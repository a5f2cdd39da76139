-- Lives of rows: booked, pending, or listed no more, from one run to another.

-- The life that a version of a row is a part of, where it is of any.
create or replace temp macro life_of(status, change) as
  case when status <> 'BOOK' then 'pending' when change = 'absent' then 'absent' else 'booked' end;

create or replace temp macro is_of_a_life(status, change) as
  status in ('BOOK', 'PDNG', 'FUTR') and change not in ('booked', 'voided');

create or replace temp table balance_quarters as
select distinct epoch_us(as_of) // 900_000_000 as quarter from judged_balances;

-- A moment tells a row from another of its day only in a quarter of an hour of which a balance speaks, or where it may be a
-- midnight: in any other the quarter stands for it. Microseconds since 1970.
create or replace temp macro moment_of(instant) as
  case when epoch_us(instant) % 900_000_000 = 0 or epoch_us(instant) // 900_000_000 in (select quarter from balance_quarters)
    then epoch_us(instant) else epoch_us(instant) // 900_000_000 * 900_000_000 + 1 end;

-- What a person says is no payment of its own never was one.
create or replace temp view counted_versions as
from transaction_versions
anti join (select transaction_key from withheld_rows where known_to is null) using (transaction_key);

-- Of rows with one version that is all there is to say.
create or replace temp view only_versions as
select *, life_of(status, change) as life, null::varchar as left_run, false as restating, null::timestamptz as gone_at
from counted_versions
where version = 1 and known_to is null and is_of_a_life(status, change);

-- Of rows with several versions: those that say the same are one life, also where it was listed no more meanwhile. What says again
-- what it said before something else is another.
create or replace temp table changed_lives as
select account_key, currency, transaction_key, booking_date, amount, life, moment_of(arg_max(booking_at, version)) as moment,
  min(run_id) as listed_run, if(bool_or(known_to is null), null, coalesce(max(left_run), max(run_id))) as left_run,
  min(version) > 1 as restating,
  -- Since when it is listed no more, where nothing else is in its place.
  max(known_to) filter (where next_change = 'absent' and life = 'booked') as gone_at
from (
  select *, count(*) filter (where says_else) over (partition by transaction_key order by version) as saying
  from (
    select account_key, currency, transaction_key, booking_date, booking_at, amount::decimal(38,5) as amount, run_id, known_to,
      status, change, version, life_of(status, change) as life, lead(run_id) over versions as left_run,
      lead(change) over versions as next_change,
      (account_key, currency, booking_date, amount) is distinct from lag((account_key, currency, booking_date, amount)) over versions
        as says_else
    from counted_versions
    where (version > 1 or known_to is not null) and account_key in (select account_key from news)
    window versions as (partition by transaction_key order by version)
  )
)
where is_of_a_life(status, change)
group by account_key, currency, transaction_key, booking_date, amount, life, saying;

-- Rows that no balance tells apart share a life: what is found out of it is found out once.
create or replace temp table lives as
select row_number() over () as life_no, *
from (
  select account_key, currency, booking_date, moment, life, listed_run, left_run, restating, gone_at,
    sum(amount)::decimal(38,5) as amount
  from (
    select account_key, currency, booking_date, moment_of(booking_at) as moment, amount, life, run_id as listed_run, left_run,
      restating, gone_at
    from only_versions
    where account_key in (select account_key from news)
    union all by name
    select * exclude (transaction_key) from changed_lives
  )
  group by all
);

create or replace temp table changed_rows as
select l.life_no, c.transaction_key, c.amount
from changed_lives c
join lives l on l.account_key = c.account_key and l.booking_date = c.booking_date and l.life = c.life
  and l.listed_run = c.listed_run and l.restating = c.restating and l.left_run is not distinct from c.left_run
  and l.gone_at is not distinct from c.gone_at and l.currency is not distinct from c.currency
  and l.moment is not distinct from c.moment;

-- The rows of the lives that a table names. Those of their days are looked up first: by equal columns alone the database finds
-- where they are without reading all.
create or replace temp macro rows_of(named) as table
with asked as materialized (
  from lives where life_no in (select life_no from query_table(named))
),
near as materialized (
  select *, moment_of(booking_at) as moment
  from only_versions
  semi join (select account_key, booking_date, listed_run as run_id from asked) using (account_key, booking_date, run_id)
)
select l.life_no, v.transaction_key, v.amount::decimal(38,5) as amount
from asked l
join near v on v.account_key = l.account_key and v.booking_date = l.booking_date and v.run_id = l.listed_run and v.life = l.life
  and v.currency is not distinct from l.currency and v.moment is not distinct from l.moment
where l.left_run is null and l.gone_at is null and not l.restating
union all
from changed_rows where life_no in (select life_no from asked);
