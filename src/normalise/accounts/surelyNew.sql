-- Undecided accounts that are surely new, whatever other lists of the batch say: each has an identification that is its own in
-- its list, none of those it has was ever another account's of the bank or stands in another list, its AccountId never meant another, its
-- consent takes the place of none, and the bank has none that nothing identifies. Where one of a consent is not, all of it are decided
-- together and by themselves.
create or replace temp table decided as
with identified as (
  select *, count(distinct read_no) over (partition by institution, scheme_name, identification) > 1 as elsewhere
  from listed_identifications
),
known as (
  select v.institution, i.scheme_name, i.identification
  from account_versions v, unnest(from_json(v.identifiers, $identifier_type)) as t(i)
  where v.institution in (select institution from batch)
  union
  select u.institution, i.scheme_name, i.identification
  from undecided_accounts u, unnest(from_json(u.identifiers, $identifier_type)) as t(i)
  where u.institution in (select institution from batch) and u.consent_id not in (select consent_id from batch)
)
select l.consent_id, any_value(l.institution) as institution, any_value(b.known) as known_from, any_value(b.seq) as load_seq,
  l.account_id,
  md5(arg_min(
    account_name(l.institution, l.scheme_name, l.identification, l.currency),
    (place_of_scheme(l.scheme_name), l.scheme_name, l.identification)
  ) filter (where l.alone)) as account_key,
  false as known, account_key as own_key, false as is_there
from identified l
join batch b using (read_no)
left join known k on k.institution = l.institution and k.scheme_name = l.scheme_name and k.identification = l.identification
where (l.consent_id, l.account_id) in (select (consent_id, account_id) from undecided_accounts where former_key is null)
  and l.consent_id not in (select consent_id from replaced_consents)
  and l.institution not in (
    select institution from account_versions
    where known_to is null and institution in (select institution from batch) and not is_identified(identifiers)
  )
group by l.consent_id, l.account_id
having bool_or(l.alone) and not bool_or(l.elsewhere or k.institution is not null)
qualify count(*) over (partition by l.consent_id) = (
  select count(*) from undecided_accounts u where u.consent_id = l.consent_id
);
