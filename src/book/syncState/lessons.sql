-- What reads of the consents, and of their banks, have shown of what these give.
with of_consents as (
  select consent_id,
    bool_or(resource = 'accounts' and outcome = 'complete' and rows_read > 0) as discovered,
    list({'accountId': account_id, 'from': from_date::varchar, 'at': started_at} order by started_at, from_date) filter (
      where 'window-narrowed' in learned and outcome in ('complete', 'partial') and from_date is not null
    ) as accepted,
    bool_or(resource = 'transactions' and first_available is not null) as says_first
  from reads
  where consent_id in (select consent_id from asked_consents)
  group by consent_id
),
-- Windows of the last two months that were not given, and whether that is of the window: the bank refused it, or gave others in that run.
of_windows as (
  select consent_id, list({
      'accountId': account_id, 'from': coalesce(untold_from, from_date)::varchar,
      'to': if(untold_from is null, to_date, from_date)::varchar,
      'isOfWindow': gave_others or coalesce(error_tag in ('BadRequest', 'Forbidden'), false), 'at': started_at
    } order by started_at) as failed
  from (
    select r.*, bool_or(coalesce(outcome = 'complete', false)) over (partition by consent_id, account_id, run_id) as gave_others
    from reads r
    join asked_consents a using (consent_id)
    where resource = 'transactions' and started_at >= timezone('UTC', (a.today - 62)::timestamp)
  )
  where outcome is distinct from 'complete' and error_tag is distinct from 'RowsRepeated'
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
  coalesce(w.failed, []) as failed, coalesce(c.says_first, false) as "saysFirst",
  institution in (select institution from account_versions where known_to is null) as "bankKnown"
from asked_consents
left join of_consents c using (consent_id)
left join of_windows w using (consent_id)
left join of_banks b using (institution);
