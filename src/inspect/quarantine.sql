-- Everything that went into quarantine, oldest first; one line for each fault of a row or page.
select institution, account_key, read_id, code, path, message, evidence, raw_page_id, row_index, first_seen_run,
  last_seen_run, resolved_run
from quarantine
order by first_seen_run, raw_page_id, row_index nulls first, path, code
