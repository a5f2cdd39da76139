-- Ends the versions in whose place others are written. Known_to is set once and is the only thing that is ever updated.
update transaction_versions
set known_to = b.known
from (
  select read_no, transaction_key from differences where version > 1
  union all
  select read_no, transaction_key from missing
) d
join batch b using (read_no)
where transaction_versions.transaction_key = d.transaction_key and transaction_versions.known_to is null
  and transaction_versions.booking_date between $first_stored and $last_stored;
