-- What no longer stands: a row that is understood now, and what a complete read of its account and day, or where it tells
-- no day of all that was read then, no longer lists. A row that is not booked and tells no day says what is so on that day alone: a
-- later read from then to its own day tells what became of it. What waits for its account waits until that is known. A read that was set
-- aside is understood once it is loaded.

update quarantine
set resolved_run = r.run_id
from this_read r
where quarantine.resolved_run is null and quarantine.code = 'unloadable' and quarantine.read_id = r.read_id;

update quarantine
set resolved_run = b.run_id
from $staged s
join batch b using (read_no)
join batch_pages p on p.page_no = s.page_no
where quarantine.resolved_run is null
  and quarantine.raw_page_id = p.raw_page_id and quarantine.row_index = s.row_index
  and s.disposition <> 'quarantined';

-- Under another consent it may have been listed first, which never names the account.
update quarantine
set resolved_run = r.run_id
from this_read r
join account_links l using (consent_id)
where quarantine.resolved_run is null and quarantine.last_read_id = r.read_id and quarantine.evidence = l.account_id
  and quarantine.code in ('unlisted-account', 'undecided-account');

update quarantine
set resolved_run = r.run_id
from this_read r
where quarantine.resolved_run is null and quarantine.last_read_id <> r.read_id and r.complete
  and quarantine.code not in ('unlisted-account', 'undecided-account')
  and quarantine.institution = r.institution and quarantine.resource = r.resource
  and (
    quarantine.account_key in (
      select l.account_key from account_links l
      where l.consent_id = r.consent_id and (r.account_id is null or l.account_id = r.account_id)
    )
    or quarantine.account_key is null and quarantine.consent_id = r.consent_id
      and quarantine.account_id is not distinct from r.account_id
  )
  and case when quarantine.booking_date is not null then quarantine.booking_date between r.from_date and r.to_date
    when quarantine.pending_on is not null
    then r.from_date <= quarantine.pending_on and r.to_date >= r.today and quarantine.last_seen_run <= r.run_id
    else r.from_date <= quarantine.from_date and r.to_date >= quarantine.to_date end;
