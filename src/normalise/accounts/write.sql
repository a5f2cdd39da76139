-- Writes what a bank says of its accounts; a new version only where it says something else.

create or replace temp table differences as
select s.account_id, s.account_key, coalesce(v.version, 0) + 1 as version,
  case when v.account_key is null then 'new' else 'changed' end as change
from (
  -- Two AccountIds of one consent may lead to one account; the first listed speaks for it.
  select * from staged where disposition = 'read' and account_key is not null
  qualify row_number() over (partition by account_key order by frame, row_index) = 1
) s
left join account_versions v on v.account_key = s.account_key and v.known_to is null
where v.account_key is null
  or (v.row_hash is distinct from s.row_hash or v.account_id <> s.account_id or v.consent_id <> $consent)
    and v.load_seq not in (select load_seq from later_loads);

update account_versions
set known_to = $known
where known_to is null and account_key in (select account_key from differences where version > 1);

insert into account_versions by name
select d.account_key, $institution as institution, s.account_id, $consent as consent_id, $columns,
  to_json(s.identifiers) as identifiers, s.extra, s.row_hash, d.version, $known::timestamptz as known_from, null::timestamptz as known_to, $seq as load_seq,
  $run as run_id, $folder || '/' || s.frame as raw_page_id, s.row_index
from differences d
join staged s on s.account_id = d.account_id and s.disposition = 'read';

insert into account_sightings
select distinct account_key, $run, $run
from staged
where disposition = 'read' and account_key is not null and account_key not in (select account_key from account_sightings);

update account_sightings
set last_seen_run = greatest(last_seen_run, $run)
where account_key in (select account_key from staged where disposition = 'read');
