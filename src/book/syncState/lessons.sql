-- What reads of the consents, and of their banks, have shown of what these give.
with of_consents as (
  select consent_id,
    bool_or(resource = 'accounts' and outcome = 'complete' and rows_read > 0) as discovered,
    list({'from': from_date::varchar, 'at': started_at} order by started_at, from_date) filter (
      where 'window-narrowed' in learned and outcome in ('complete', 'partial') and from_date is not null
    ) as accepted,
    list({'accountId': account_id, 'from': from_date::varchar, 'to': to_date::varchar, 'at': started_at} order by started_at) filter (
      where resource = 'transactions' and outcome <> 'complete' and started_at >= timezone('UTC', (today - 8)::timestamp)
    ) as failed,
    bool_or(resource = 'transactions' and first_available is not null) as says_first
  from reads
  join asked_consents using (consent_id)
  group by consent_id
),
of_banks as (
  select institution,
    max(started_at) filter (where 'bulk-absent' in learned) as bulk_absent,
    max(started_at) filter (where 'filter-refused' in learned) as filter_refused
  from reads
  where institution in (select institution from asked_consents) and len(learned) > 0
  group by institution
)
select consent_id as "consentId", coalesce(c.discovered, false) as discovered, b.bulk_absent as "bulkAbsent",
  b.filter_refused as "filterRefused", coalesce(c.accepted, []) as accepted,
  coalesce(c.failed, []) as failed, coalesce(c.says_first, false) as "saysFirst"
from asked_consents
left join of_consents c using (consent_id)
left join of_banks b using (institution);
