-- Writes the versions. Known_to is set once and is the only thing that is ever updated.

update transaction_versions
set known_to = $known
from (
  select transaction_key from differences where version > 1
  union all
  select transaction_key from missing
) d
where transaction_versions.transaction_key = d.transaction_key and transaction_versions.known_to is null
  and transaction_versions.booking_date between $first_stored and $last_stored;

insert into transaction_versions by name
select d.transaction_key, s.account_key, $columns, s.extra, d.version, s.identity_tier, d.first_seen_run,
  $known::timestamptz as known_from, $folder || '/' || s.frame as raw_page_id, s.row_index,
  null::timestamptz as known_to, d.change, d.previous_key, d.previous_tier, s.content_key, s.row_hash,
  $rule_version as rule_version, $seq as load_seq, $run as run_id
from differences d
join staged s on s.transaction_key = d.transaction_key and s.disposition = 'read';

insert into transaction_versions by name
select v.* replace (
    m.version as version, $known::timestamptz as known_from, null::timestamptz as known_to, 'absent' as change,
    $seq as load_seq, $run as run_id
  )
from missing m
join transaction_versions v on v.transaction_key = m.transaction_key and v.version = m.version - 1
where v.booking_date between $first_stored and $last_stored;
