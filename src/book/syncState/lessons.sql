-- What reads of a consent, and of its bank, have shown of what it gives.
select coalesce(bool_or(ours and resource = 'accounts' and outcome = 'complete' and rows_read > 0), false) as discovered,
  max(started_at) filter (where institution = $institution and 'bulk-absent' in learned) as "bulkAbsent",
  max(started_at) filter (where institution = $institution and 'filter-refused' in learned) as "filterRefused",
  coalesce(
    list({'from': from_date::varchar, 'at': started_at} order by started_at, from_date) filter (
      where ours and 'window-narrowed' in learned and outcome in ('complete', 'partial') and from_date is not null
    ), []) as accepted,
  coalesce(bool_or(ours and resource = 'transactions' and first_available is not null), false) as "saysFirst"
from (select *, consent_id = $consent as ours from reads where consent_id = $consent or institution = $institution);
