-- Rows and pages that are not understood, of each account, or of a bank where they do not tell of which. One has a line for each fault.
select institution, account_key, resource, count(distinct row_digest)::integer as rows,
  string_agg(distinct code, ', ' order by code) as codes, min(coalesce(booking_date, pending_on))::varchar as from_date,
  max(coalesce(booking_date, pending_on))::varchar as to_date
from quarantine
where resolved_run is null
group by institution, account_key, resource
order by institution, account_key nulls last, resource
