-- What a complete read leaves out that was asked for after the one that listed it last: of its account and day, or where it tells no day of
-- all that was read then. A row that is not booked and tells no day says what is so on that day alone: a later read from then to its
-- own day tells what became of it. Of a balance that another living consent brought it says nothing. What waits for its account waits
-- until that is known.
create or replace temp table left_out as
select q.rowid as line, r.read_id, r.run_id
from quarantine q
join reads l on l.read_id = q.last_read_id
join this_read r on r.institution = q.institution and r.resource = q.resource and r.read_id <> l.read_id
  and r.started_at >= l.started_at
where q.resolved_run is null and r.complete and q.code not in ('unlisted-account', 'undecided-account')
  and (
    q.account_key in (
      select k.account_key from account_links k
      where k.consent_id = r.consent_id and (r.account_id is null or k.account_id = r.account_id)
    )
    or q.account_key is null and q.consent_id = r.consent_id and q.account_id is not distinct from r.account_id
  )
  and (r.resource <> 'balances' or q.consent_id = r.consent_id or q.consent_id in (select replaces from replaced_consents)
    or not still_names(q.consent_id, q.account_key, r.seq, r.started_at))
  and case when q.booking_date is not null then q.booking_date between r.from_date and r.to_date
    when q.pending_on is not null then r.from_date <= q.pending_on and r.to_date >= r.today and q.last_seen_run <= r.run_id
    else r.from_date <= q.from_date and r.to_date >= q.to_date end;
