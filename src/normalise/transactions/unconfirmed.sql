-- Where the history of an account begins that this read is known to have been given: on its oldest row, or with what the bank
-- gives by its rules. Windows of one run are one question: what one lists is older than the days of the next. A bank that says
-- from when on it has anything is believed about the days after that.
create or replace temp table given_histories as
with listed as (
  select read_no, account_key, min(booking_date) as first_listed
  from staged_transactions
  where disposition <> 'quarantined' and side_of(status) <> 'pending'
  group by read_no, account_key
),
proven as (
  select c.account_key, r.consent_id, q.run_id, min(c.from_date) as first_proven
  from coverage c
  join reads r using (read_id)
  join runs_of_question q on q.read_in = r.run_id
  where c.account_key in (select account_key from read_accounts) and r.read_id not in (select read_id from batch)
  group by all
)
select a.account_key, a.read_id, a.consent_id, a.run_id,
  if(
    greatest(timezone(a.zone, r.first_available)::date, timezone('UTC', r.first_available)::date) < a.from_date,
    a.from_date, least(a.given_from, l.first_listed, p.first_proven)
  ) as from_date
from account_reads a
join reads r using (read_id)
left join listed l on l.read_no = a.read_no and l.account_key = a.account_key
left join proven p on p.account_key = a.account_key and p.consent_id = a.consent_id and p.run_id = a.run_id
where a.complete and a.from_date < a.given_from
  and (a.account_id is not null or (a.account_key, a.run_id) in (from named_accounts_of_runs));

insert into unconfirmed_days by name
select c.account_key, c.from_date, least(c.to_date, g.from_date - 1) as to_date, c.read_id
from coverage c
join given_histories g using (account_key, read_id)
where c.from_date < g.from_date;

delete from coverage
using given_histories g
where coverage.account_key = g.account_key and coverage.read_id = g.read_id and coverage.to_date < g.from_date;

update coverage
set from_date = g.from_date
from given_histories g
where coverage.account_key = g.account_key and coverage.read_id = g.read_id and coverage.from_date < g.from_date;

-- What another window of the run left open after that is proven with it.
create or replace temp table confirmed_days as
select u.account_key, u.read_id, greatest(u.from_date, min(g.from_date)) as from_date, u.to_date
from unconfirmed_days u
join reads r using (read_id)
join given_histories g on g.account_key = u.account_key and g.consent_id = r.consent_id
where (g.run_id, r.run_id) in (from runs_of_question) and u.to_date >= g.from_date
group by u.account_key, u.read_id, u.from_date, u.to_date;
