-- The newest version of a row, and where it was read.
select v.transaction_key, v.version, v.rule_version as rule, v.raw_page_id, p.file, p.frame, v.row_index, v.account_key,
  a.institution, r.consent_id, r.read_id, r.run_id, p.page, p.received_at, p.interaction_id, v.status, v.booking_date,
  v.amount, v.currency, v.description, v.identity_tier, v.change, v.known_from, v.first_seen_run, v.previous_key,
  v.previous_tier,
  (
    select coalesce(list({'export_id': s.export_id, 'folder': e.folder, 'version': s.version} order by e.created_at, e.folder, s.version), [])
    from shipped_rows s
    join exports e using (export_id)
    where s.transaction_key = v.transaction_key
  ) as exports,
  (
    select list({'version': w.version, 'change': w.change, 'status': w.status, 'booking_date': w.booking_date,
      'amount': w.amount, 'known_from': w.known_from, 'run_id': w.run_id, 'raw_page_id': w.raw_page_id,
      'row_index': w.row_index} order by w.version)
    from transaction_versions w
    where w.transaction_key = v.transaction_key
  ) as versions
from transaction_versions v
left join raw_pages p on p.raw_page_id = v.raw_page_id
left join reads r on r.read_id = p.read_id
left join accounts a on a.account_key = v.account_key
where v.transaction_key = $key and v.known_to is null
