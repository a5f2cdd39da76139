-- Names the accounts of reads and findings that were written down before their accounts were known.
update reads
set account_key = l.account_key
from account_links l
where reads.account_key is null and reads.account_id is not null
  and l.consent_id = reads.consent_id and l.account_id = reads.account_id;

update finding_sightings
set account_key = l.account_key
from account_links l, reads r
where finding_sightings.account_key is null and finding_sightings.account_id is not null and r.read_id = finding_sightings.read_id
  and l.consent_id = r.consent_id and l.account_id = finding_sightings.account_id;
