-- Where a bank gives days in windows alone, those of one question are one answer: what none of them lists is gone, as far back as one
-- joins the next and the last has no end. A row that was listed since the first of them was asked for may not have been there then.
with windows as (
  select a.read_no, a.account_key, c.from_date, c.to_date, q.read_in,
    least(a.from_date, min(c.from_date) over (
      partition by a.read_no, a.account_key order by c.to_date desc, c.from_date
      rows between unbounded preceding and 1 preceding
    )) as next_from
  from account_reads a
  join runs_of_question q on q.run_id = a.run_id
  join reads r on r.run_id = q.read_in and r.consent_id = a.consent_id and r.resource = 'transactions'
    and r.account_id is not distinct from a.account_id
  join coverage c on c.read_id = r.read_id and c.account_key = a.account_key and c.from_date < a.from_date
  where a.complete and a.pending_rule = 'complete' and a.asked_to is null
),
joined as (
  select read_no, account_key, min(from_date) as from_date, min(read_in) as first_run
  from (
    select *, bool_or(to_date < next_from - 1) over (
      partition by read_no, account_key order by to_date desc, from_date rows unbounded preceding
    ) as apart
    from windows
  )
  where not apart
  group by read_no, account_key
)
update gone
set asked_for = true, unlisted = true
from joined j
where gone.read_no = j.read_no and gone.account_key = j.account_key and gone.booking_date >= j.from_date and not gone.asked_for
  and gone.last_listed_run < j.first_run;
