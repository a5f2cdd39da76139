-- What was not understood and of which a list of transactions says nothing, although it leaves it out: what its consent may not see, for all
-- that is known, and what another living consent listed last; and of rows such as are of days that it does not prove, or before the
-- first row that it names of their account, and all where it names none.
create or replace temp table speaking_reads as
select a.read_id, a.account_key, a.consent_id, a.read_no, a.credits and a.debits as whole, a.from_date, a.to_date,
  min(s.booking_date) as first_listed, count(s.page_no) > 0 as names_rows
from account_reads a
left join staged_transactions s using (read_no, account_key)
group by all;

delete from left_out
using quarantine q
where q.rowid = left_out.line and (q.row_index is not null or q.account_key is not null) and not exists (
  select 1 from speaking_reads s
  where s.read_id = left_out.read_id and s.account_key = coalesce(q.account_key, s.account_key)
    and (s.whole or s.consent_id = q.consent_id)
    and (s.read_no, s.account_key, q.consent_id) not in (select (read_no, account_key, consent_id) from other_consents)
    and (q.row_index is null
      or s.names_rows and coalesce(q.booking_date between greatest(s.from_date, s.first_listed) and s.to_date, true))
);
