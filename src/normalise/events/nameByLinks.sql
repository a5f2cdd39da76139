-- Names the accounts of reads, findings and lost days that were written down before their accounts were known: of the runs before
-- one that ties the AccountId to another.
update reads
set account_key = l.account_key
from $links l
where reads.account_key is null and reads.account_id is not null
  and l.consent_id = reads.consent_id and l.account_id = reads.account_id and (l.until is null or reads.run_id < l.until);

update finding_sightings
set account_key = l.account_key
from $links l, reads r
where finding_sightings.account_key is null and finding_sightings.account_id is not null and r.read_id = finding_sightings.read_id
  and l.consent_id = r.consent_id and l.account_id = finding_sightings.account_id and (l.until is null or r.run_id < l.until);

update lost_days
set account_key = l.account_key
from $links l
where lost_days.account_key is null and l.consent_id = lost_days.consent_id and l.account_id = lost_days.account_id
  and (l.until is null or lost_days.run_id < l.until);
