-- An AccountId met in a row before any list of accounts named it is the account that its institution has under that id, or
-- becomes one of its own, of which nothing else is known yet.
create or replace temp table unlisted_accounts as
select account_id,
  coalesce(
    (
      select any_value(v.account_key) from account_versions v
      where v.institution = $institution and v.known_to is null and v.account_id = staged.account_id
      having count(distinct v.account_key) = 1
    ),
    md5(concat_ws(chr(31), 'named', $institution, account_id))
  ) as account_key,
  min_by(frame, (frame, row_index)) as frame, min_by(row_index, (frame, row_index)) as row_index
from staged
where account_key is null and disposition = 'read'
  and account_id not in (select account_id from account_links where consent_id = $consent)
group by account_id;

insert into account_links by name
select $consent as consent_id, account_id, account_key, $run as first_seen_run
from unlisted_accounts;

insert into account_versions by name
select account_key, $institution as institution, account_id, $consent as consent_id, '[]'::json as identifiers,
  0 as row_hash, 1 as version, $known::timestamptz as known_from, $seq as load_seq, $run as run_id,
  $folder || '/' || frame as raw_page_id, row_index
from unlisted_accounts
where account_key not in (select account_key from account_versions);

insert into account_sightings
select distinct account_key, $run, $run
from unlisted_accounts
where account_key not in (select account_key from account_sightings);
