-- Writes the versions of what is new or says something else.
insert into transaction_versions by name
select d.transaction_key, s.account_key, $columns, s.extra, d.version, s.identity_tier, d.first_seen_run,
  b.known as known_from, p.raw_page_id, s.row_index,
  null::timestamptz as known_to, d.change, d.previous_key, d.previous_tier, s.content_key, s.row_hash,
  $rule_version as rule_version, b.seq as load_seq, b.run_id
from differences d
join staged_transactions s on s.transaction_key = d.transaction_key and s.disposition = 'read'
join batch b on b.read_no = d.read_no
join batch_pages p on p.page_no = s.page_no;
