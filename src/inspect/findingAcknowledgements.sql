-- What people have said of one finding, oldest first.
select run_id, acknowledged_at, acknowledged_by, reason
from finding_acknowledgements
where finding_id = $finding
order by run_id
