-- The accounts of which the book has learned something since it was looked at last, and by which rules they are judged.
create or replace temp table news as
select account_key from transaction_versions where load_seq > $since
union
select account_key from balances where load_seq > $since
union
select account_key from account_versions where load_seq > $since
union
select account_key from key_changes where load_seq > $since
union
select account_key from finding_sightings
where code = 'balance-not-listed' and read_id in (select read_id from reads where load_seq > $since)
union
select account_key from reviews
where review_id in (select subject from loads where kind = 'answer' and load_seq > $since)
union
select account_key from (from coverage union all from unconfirmed_days)
where read_id in (select read_id from reads where load_seq > $since);

-- Of these: which rows are payments, that balances may tell.
create or replace temp view unanswered_reviews as
from reviews
where kind = 'equal-at-page-edge' and account_key in (select account_key from news) and (resolved_run is null or resolved_by = 'bridge');

-- What is asked for several times is looked up once: the tables hold all accounts, in order of arrival. Days that were asked for and
-- answered: with what is proven, what only silence speaks for. Of the day on which it was made a read tells nothing of the rest.
create or replace temp table judged_answers as
with answers as (
  select *, true as proven from coverage where account_key in (select account_key from news)
  union all
  select *, false from unconfirmed_days where account_key in (select account_key from news)
)
select a.account_key, a.from_date, least(a.to_date, zoned(coalesce(i.timezone, 'UTC'), r.started_at)::date - 1) as to_date,
  a.proven, r.account_id, r.run_id, r.started_at
from answers a
join reads r using (read_id)
left join institutions i using (institution);

-- Where a list of all accounts names nothing of one up to the day on which it was read, balances say whether it was right.
create or replace temp table judged_coverage as
from judged_answers
where proven or account_id is null and to_date >= started_at::date - 2;

-- The database does not widen what two amounts add up to: a judge reckons with more digits than any amount has.
create or replace temp table judged_balances as
select account_key, currency, type, type_sent, sub_type, local_currency, as_of, as_of_sent, amount::decimal(38,5) as amount, known_from, load_seq, run_id, balance_key
from balances
where account_key in (select account_key from news);

create or replace temp table judged as
-- The newest answer that proves which rows there are.
with listed as (
  select account_key, max(started_at) as listed_at, max(run_id) as run_id
  from judged_coverage
  group by account_key
),
stated as (
  select account_key, max(known_from) as stated_at, max(run_id) as run_id
  from judged_balances
  group by account_key
)
select a.account_key, a.currency as own_currency, coalesce(i.timezone, 'UTC') as zone, least(coalesce(i.lookback_days, 10), $longestLate) as lookback_days,
  zoned(zone, l.listed_at)::date as listed_on,
  zoned(zone, greatest(l.listed_at, s.stated_at))::date as asked_on,
  coalesce(greatest(l.run_id, s.run_id), a.run_id) as run_id
from account_versions a
semi join news n on n.account_key = a.account_key
left join institutions i on i.institution = a.institution
left join listed l on l.account_key = a.account_key
left join stated s on s.account_key = a.account_key
where a.known_to is null;
