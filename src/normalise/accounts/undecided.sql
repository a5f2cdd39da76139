-- An AccountId that is tied to no account is undecided: which account it is, is told by what identifies it, or by its rows once
-- a complete list of them is there.
create or replace temp table named_before as
select consent_id, account_id, first_seen_run
from undecided_accounts
where consent_id in (select consent_id from batch);

delete from undecided_accounts
using staged_accounts s
join batch b using (read_no)
where s.disposition = 'read' and undecided_accounts.consent_id = b.consent_id
  and undecided_accounts.account_id = s.account_id;

insert into undecided_accounts by name
select b.consent_id, b.institution, s.account_id, $columns, to_json(s.identifiers) as identifiers,
  nullif(to_json(s.other_identifiers)::varchar, '[]')::json as other_identifiers,
  s.extra, s.row_hash, true as listed, o.account_key as former_key,
  coalesce(n.first_seen_run, b.run_id) as first_seen_run, b.run_id, p.raw_page_id, s.row_index
from staged_accounts s
join batch b using (read_no)
join batch_pages p using (page_no)
left join otherwise_ids o on o.consent_id = b.consent_id and o.account_id = s.account_id
left join named_before n on n.consent_id = b.consent_id and n.account_id = s.account_id
where s.disposition = 'read' and s.account_key is null;
