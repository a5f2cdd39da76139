-- An AccountId keeps the account that it was tied to. One that this consent names for the first time is undecided: which
-- account it is, is told by what identifies it, or by its rows once a complete list of them is there.
update staged
set account_key = l.account_key
from account_links l
where l.consent_id = $consent and l.account_id = staged.account_id;

create or replace temp table named_before as
select account_id, first_seen_run from undecided_accounts where consent_id = $consent;

delete from undecided_accounts
where consent_id = $consent and account_id in (select account_id from staged where disposition = 'read');

insert into undecided_accounts by name
select $consent as consent_id, $institution as institution, s.account_id, $columns, to_json(s.identifiers) as identifiers,
  s.extra, s.row_hash, true as listed, coalesce(b.first_seen_run, $run) as first_seen_run, $run as run_id,
  $folder || '/' || s.frame as raw_page_id, s.row_index
from staged s
left join named_before b using (account_id)
where s.disposition = 'read' and s.account_key is null;
