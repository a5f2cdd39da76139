-- An account that speaks again after more days than are looked back: what it was silent about meanwhile may be booked for days that
-- were read when it said nothing. These are read once more, from as far behind its newest row as late rows come. What
-- other windows of the run have listed is of the same question.
insert into doubtful_days by name
select a.account_key, max(v.booking_date) - any_value(a.lookback) as from_date, a.asked_from as to_date, 'long-silent' as reason,
  a.read_id, a.seq as load_seq
from $long_silent l
join account_reads a using (account_key)
join transaction_versions v using (account_key)
where v.known_to is null and v.status = 'BOOK' and v.change <> 'absent' and v.booking_date < a.asked_from
  and v.first_seen_run < a.run_id and (a.run_id, v.first_seen_run) not in (from runs_of_question)
group by a.account_key, a.asked_from, a.read_id, a.seq
having from_date <= to_date;
