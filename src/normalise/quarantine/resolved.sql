-- What no longer stands: a row that is understood now, and what is left out. A read that was set aside is understood once it is loaded.

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
set resolved_run = l.run_id
from left_out l
where quarantine.rowid = l.line;
