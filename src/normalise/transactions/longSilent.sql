-- An account that speaks again after more days than are looked back, or speaks of a currency again: what it was silent about meanwhile may
-- be booked for days that were read when it said nothing. These are read once more, from as far behind its newest row as late rows come. What
-- other windows of the run have listed is of the same question.
insert into doubtful_days by name
select a.account_key, max(v.booking_date) - any_value(a.lookback) as from_date, a.asked_from as to_date, 'long-silent' as reason,
  a.read_id, a.seq as load_seq
from $rows l
join account_reads a using (account_key)
join transaction_versions v on v.account_key = l.account_key and v.currency = coalesce(l.currency, v.currency)
where v.known_to is null and v.status = 'BOOK' and v.change <> 'absent' and v.booking_date < a.asked_from
  and v.first_seen_run < a.run_id and (a.run_id, v.first_seen_run) not in (from runs_of_question)
group by a.account_key, l.currency, a.asked_from, a.read_id, a.seq
having from_date <= to_date;

-- Of an account that was never listed with a row, earlier answers prove none of their days where most of what it lists now is booked on
-- days that they had answered: as far back as they reach, it is asked for once more.
insert into doubtful_days by name
with answered as (
  select a.read_no, c.account_key, c.from_date, c.to_date
  from $rows l
  join account_reads a using (account_key)
  join coverage c using (account_key)
  join reads r on r.read_id = c.read_id
  where l.currency is null and r.run_id < a.run_id and (a.run_id, r.run_id) not in (from runs_of_question)
    and not exists (
      select 1 from transaction_versions v
      where v.account_key = a.account_key and v.first_seen_run < a.run_id
        and (a.run_id, v.first_seen_run) not in (from runs_of_question)
    )
),
reaching as (
  select read_no, account_key, min(from_date) as from_date from answered group by all
),
rows as (
  select read_no, account_key, bool_or(booking_date >= from_date and booking_date < to_date) as denied
  from answered
  join (
    select * from staged_transactions where disposition = 'read' and side_of(status) = 'booked'
  ) using (read_no, account_key)
  group by read_no, account_key, transaction_key
)
select a.account_key, f.from_date, a.asked_from as to_date, 'long-silent' as reason, a.read_id, a.seq as load_seq
from reaching f
join account_reads a using (read_no, account_key)
join rows using (read_no, account_key)
where f.from_date <= a.asked_from
group by a.account_key, f.from_date, a.asked_from, a.read_id, a.seq
having 2 * count(*) filter (where denied) > count(*);
