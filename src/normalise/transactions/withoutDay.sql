-- Accounts of which a row that is not understood tells no day, as a booked one must: it may be of any day of its read, so the read proves
-- none of them. They are read once more. Where that finds such a row again, and within a month of the first, the days are proven as
-- they are listed, and the row stands in quarantine: a bank that sends one every night is not unread for ever.
insert into doubtful_days by name
select account_key, from_date, to_date, 'row-without-day' as reason, read_id, seq as load_seq
from (
  select a.* replace (coalesce(a.from_date, a.given_from, a.today - 730) as from_date)
  from account_reads a
  where a.complete and (a.account_key, a.read_no) in (select (account_key, read_no) from $without_day)
) a
where not exists (
  select 1 from doubtful_days d
  join reads r using (read_id)
  where d.account_key = a.account_key and d.reason = 'row-without-day' and (
    d.read_id = a.read_id
    or r.started_at > a.clock - interval 30 days and d.from_date <= a.from_date and d.to_date > a.from_date
  )
);
