-- Room for what is asked, and for what is said where levels change: in most nights there is nothing to say.
create or replace temp table questions (
  review_id varchar,
  transaction_keys varchar[],
  reading varchar,
  is_open boolean,
  account_key varchar,
  currency varchar,
  type varchar,
  flip decimal(38,5),
  first_ord bigint,
  last_ord bigint
);

create or replace temp table level_runs (
  account_key varchar,
  currency varchar,
  type varchar,
  run_no bigint,
  level decimal(38,5),
  first_ord bigint,
  last_ord bigint,
  unlisted boolean
);

create or replace temp table followed_runs (
  account_key varchar,
  currency varchar,
  type varchar,
  run_no bigint,
  first_ord bigint,
  level decimal(38,5),
  held_level decimal(38,5),
  stretch integer,
  enclosed boolean,
  set_aside boolean,
  unread boolean,
  unlisted boolean,
  doubtful boolean
);

-- Where the newest balances of a stretch are at no level without rows that make up for it: from which balance on, and whether an older
-- one of it is.
create or replace temp view stretches_off as
select account_key, currency, type, stretch, min(first_ord) as ord, any_value(held_level) as held_level,
  bool_or(at_level is not null) as any_at_level
from (
  select *, min(run_no) filter (where level = held_level) over stretches as at_level, min(run_no) over stretches as newest_run
  from followed_runs
  window stretches as (partition by account_key, currency, type, stretch)
)
where run_no < coalesce(at_level, newest_run + 1)
group by account_key, currency, type, stretch;

create or replace temp view newest_off as
select * exclude stretch from stretches_off where stretch = 0;

create or replace temp table steps (
  account_key varchar,
  currency varchar,
  type varchar,
  ord bigint,
  shift decimal(38,5),
  parts boolean,
  misstated boolean,
  unread boolean,
  unlisted boolean,
  lasting boolean,
  from_day date,
  closing_day date,
  unread_days date[],
  is_read boolean,
  transaction_keys varchar[],
  verdict varchar,
  reason varchar
);

-- The oldest balances of a chain, where they are at its level only by rows of which nothing else tells that they were not in them, or
-- were already: a row that is missing leaves as much where there is one of its amount. From which balance on others are at the level,
-- and what is said between these.
create or replace temp table oldest_off (
  account_key varchar,
  currency varchar,
  type varchar,
  ord bigint,
  shift decimal(38,5),
  verdict varchar,
  reason varchar
);

-- Stretches of which the days are told by others that are around them, at the level of those; by none where `told_by` is null.
create or replace temp table joined_stretches (
  account_key varchar,
  currency varchar,
  type varchar,
  stretch bigint,
  told_by bigint,
  held_level decimal(38,5)
);

create or replace temp table suspects (
  account_key varchar,
  currency varchar,
  type varchar,
  ord bigint,
  kind varchar,
  transaction_keys varchar[],
  booking_date date,
  amount decimal(38,5)
);

create or replace temp table step_evidence (
  account_key varchar,
  currency varchar,
  type varchar,
  ord bigint,
  evidence json
);

create or replace temp table whole_evidence (
  account_key varchar,
  currency varchar,
  type varchar,
  evidence json
);
