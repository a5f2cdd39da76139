-- Which account is which. A consent's AccountId keeps the account it was first tied to. A new one is tied to the account
-- with an equal identification, scheme and currency at the same institution; where nothing identifies it, or a mask hides
-- the number, to the one whose rows it lists, else to its own AccountId at that institution. An account that was known by
-- its AccountId alone is the one that is identified now.

create or replace temp table candidates as
select s.account_id, coalesce(s.currency, '') as currency, i.scheme_name, i.identification,
  case i.scheme_name when 'UK.OBIE.SortCodeAccountNumber' then 1 when 'UK.OBIE.IBAN' then 2 when 'UK.OBIE.BBAN' then 3 else 4 end
    as preference
from staged s, unnest(s.identifiers) as u(i)
where s.disposition = 'read' and s.account_id not in (select account_id from account_links where consent_id = $consent)
  and is_identification(i.identification);

-- An identification that two accounts of one answer share tells neither from the other.
delete from candidates
where (scheme_name, identification, currency) in (
  select (i.scheme_name, i.identification, coalesce(s.currency, ''))
  from staged s, unnest(s.identifiers) as u(i)
  where s.disposition = 'read'
  group by all
  having count(distinct s.account_id) > 1
);

-- The account that is known under an AccountId at this institution, whatever consent showed it.
create or replace temp table known_ids as
select v.account_id, any_value(v.account_key) as account_key,
  bool_and(is_unidentified(v.identifiers)) as unidentified
from account_versions v
where v.institution = $institution and v.known_to is null
  and v.account_id in (select account_id from staged where disposition = 'read')
group by v.account_id
having count(distinct v.account_key) = 1;

insert into account_links by name
select $consent as consent_id, s.account_id,
  coalesce(
    (
      select any_value(known.account_key order by c.preference, known.account_key)
      from candidates c
      join (
        select v.account_key, coalesce(v.currency, '') as currency, i.scheme_name, i.identification
        from account_versions v,
          unnest(from_json(v.identifiers, '[{"scheme_name":"VARCHAR","identification":"VARCHAR"}]')) as u(i)
        where v.institution = $institution and v.known_to is null
      ) known using (scheme_name, identification, currency)
      where c.account_id = s.account_id
    ),
    (
      select n.account_key from known_ids n
      where n.account_id = s.account_id and n.unidentified and s.account_id in (select account_id from candidates)
    ),
    (
      select md5(concat_ws(chr(31), 'identified', $institution, c.scheme_name, c.identification, c.currency))
      from candidates c
      where c.account_id = s.account_id
      order by c.preference, c.scheme_name, c.identification
      limit 1
    ),
    (select account_key from matched_accounts where matched_accounts.account_id = s.account_id),
    (select account_key from known_ids n where n.account_id = s.account_id),
    md5(concat_ws(chr(31), 'named', $institution, s.account_id))
  ) as account_key,
  $run as first_seen_run
from staged s
where s.disposition = 'read' and s.account_id not in (select account_id from account_links where consent_id = $consent);

update staged
set account_key = l.account_key
from account_links l
where l.consent_id = $consent and l.account_id = staged.account_id;
