-- An AccountId met in a row before any list of the consent's accounts is there is an account of which nothing else is known
-- yet. Where there is a list, only what it names is an account.
insert into undecided_accounts by name
select $consent as consent_id, $institution as institution, account_id, '[]'::json as identifiers, 0 as row_hash,
  false as listed, $run as first_seen_run, $run as run_id,
  min_by(p.raw_page_id, (page_no, row_index)) as raw_page_id, min_by(row_index, (page_no, row_index)) as row_index
from $staged
join batch_pages p using (page_no)
where account_key is null and disposition = 'read'
  and account_id not in (select account_id from undecided_accounts where consent_id = $consent)
  and not exists (
    select 1 from reads
    where consent_id = $consent and resource = 'accounts' and outcome = 'complete' and load_seq is not null
  )
group by account_id;
