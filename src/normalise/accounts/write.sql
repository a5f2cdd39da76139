-- Writes what a bank says of its accounts; a new version only where it says something else. Two persons may have one account, and
-- see of it what each may: one consent speaks for it as long as it goes on to list it, and another only where that identifies the
-- account and the one before does not.

create or replace temp table account_differences as
select s.read_no, s.account_id, s.account_key, coalesce(v.version, 0) + 1 as version,
  case when v.account_key is null then 'new' else 'changed' end as change
from (
  -- Two AccountIds of one consent may lead to one account; the first listed speaks for it.
  select * from staged_accounts where disposition = 'read' and account_key is not null
  qualify row_number() over (partition by account_key order by page_no, row_index) = 1
) s
join batch b using (read_no)
left join account_versions v on v.account_key = s.account_key and v.known_to is null
where v.account_key is null
  or v.load_seq not in (select load_seq from later_loads) and (
    v.consent_id = b.consent_id and (v.row_hash is distinct from s.row_hash or v.account_id <> s.account_id)
    or v.consent_id <> b.consent_id and (
      v.consent_id in (select replaces from replaced_consents where consent_id = b.consent_id)
      or not still_names(v.consent_id, v.account_key, b.seq, b.clock)
      or is_identified(to_json(s.identifiers)) and not is_identified(v.identifiers)
    )
  );

update account_versions
set known_to = b.known
from account_differences d
join batch b using (read_no)
where account_versions.known_to is null and account_versions.account_key = d.account_key and d.version > 1;

insert into account_versions by name
select d.account_key, b.institution, s.account_id, b.consent_id, $columns, to_json(s.identifiers) as identifiers,
  nullif(to_json(s.other_identifiers)::varchar, '[]')::json as other_identifiers, s.extra,
  s.row_hash, d.version, b.known as known_from, null::timestamptz as known_to, b.seq as load_seq, b.run_id,
  p.raw_page_id, s.row_index
from account_differences d
join staged_accounts s on s.read_no = d.read_no and s.account_id = d.account_id and s.disposition = 'read'
join batch b on b.read_no = d.read_no
join batch_pages p on p.page_no = s.page_no;
