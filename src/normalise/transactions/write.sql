-- Writes the versions. Known_to is set once and is the only thing that is ever updated.

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

insert into transaction_versions by name
select d.transaction_key, s.account_key, $columns, s.extra, d.version, s.identity_tier, d.first_seen_run,
  b.known as known_from, p.raw_page_id, s.row_index,
  null::timestamptz as known_to, d.change, d.previous_key, d.previous_tier, s.content_key, s.row_hash,
  $rule_version as rule_version, b.seq as load_seq, b.run_id
from differences d
join staged s on s.transaction_key = d.transaction_key and s.disposition = 'read'
join batch b on b.read_no = d.read_no
join batch_pages p on p.page_no = s.page_no;

insert into transaction_versions by name
select v.* replace (
    m.version as version, b.known as known_from, null::timestamptz as known_to, 'absent' as change,
    b.seq as load_seq, b.run_id as run_id
  )
from missing m
join batch b using (read_no)
join transaction_versions v on v.transaction_key = m.transaction_key and v.version = m.version - 1
where v.booking_date between $first_stored and $last_stored;
