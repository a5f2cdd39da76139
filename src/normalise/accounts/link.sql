-- Ties the accounts that are decided. One that is none of ours becomes a new one: named by what identifies it, else by its
-- AccountId at its bank. Where that name is another account's already, the next free number tells them apart.
create or replace temp table decided as
with names as (
  select u.account_id,
    coalesce(
      (
        select concat_ws(chr(31), 'identified', $institution, c.scheme_name, c.identification, c.currency)
        from identifications c
        where c.account_id = u.account_id and c.alone
        order by c.preference, c.scheme_name, c.identification
        limit 1
      ),
      concat_ws(chr(31), 'named', $institution, u.account_id)
    ) as name
  from undecided u
),
numbered as (
  select account_id, nth, md5(if(nth = 1, name, concat_ws(chr(31), name, nth::varchar))) as account_key
  from names, (select unnest(range(1, 1000))::integer as nth)
),
own as (
  select account_id, arg_min(account_key, nth) as account_key
  from numbered
  where account_key not in (select account_key from account_versions)
  group by account_id
),
-- Where rows do not tell, a person may have said that it is one that is known.
said as (
  select o.account_id, n.account_key
  from own o
  join candidate_accounts n using (account_id)
  where md5(concat_ws(chr(31), 'same-account', o.account_key, n.account_key)) in (select review_id from same_accounts)
    and o.account_id not in (select account_id from matched_accounts)
    and n.account_key not in (select account_key from matched_accounts)
  qualify count(*) over (partition by n.account_key) = 1 and count(*) over (partition by o.account_id) = 1
)
select u.account_id, coalesce(m.account_key, s.account_key, o.account_key) as account_key,
  coalesce(m.account_key, s.account_key) is not null as known, o.account_key as own_key,
  exists (
    select 1 from account_versions v where v.account_key = coalesce(m.account_key, s.account_key, o.account_key)
  ) as is_there
from undecided u
left join matched_accounts m using (account_id)
left join said s using (account_id)
left join own o using (account_id)
where m.account_key is not null or u.account_id in (select account_id from decidable);

insert into account_links by name
select $consent as consent_id, d.account_id, d.account_key, u.first_seen_run
from decided d
join undecided_accounts u on u.consent_id = $consent and u.account_id = d.account_id;

create or replace temp table told as
select u.*, d.account_key
from undecided_accounts u
join decided d using (account_id)
where u.consent_id = $consent and (u.listed or not d.is_there);

-- What another consent says of an account, and goes on to say, is not said anew.
create or replace temp table said_anew as
select * from told t
where not exists (
  select 1 from account_versions v
  where v.account_key = t.account_key and v.known_to is null and v.row_hash = t.row_hash and v.consent_id <> $consent
    and v.consent_id not in (select consent_id from predecessors) and still_lists(v.consent_id, $seq, $known::timestamptz)
);

create or replace temp table last_versions as
select account_key, max(version) as version
from account_versions
where account_key in (select account_key from said_anew)
group by account_key;

update account_versions
set known_to = $known
where known_to is null and account_key in (select account_key from said_anew);

insert into account_versions by name
select s.account_key, $institution as institution, s.account_id, $consent as consent_id, $columns, s.identifiers, s.extra,
  s.row_hash, coalesce(v.version, 0) + 1 as version, $known::timestamptz as known_from, null::timestamptz as known_to,
  $seq as load_seq, s.run_id, s.raw_page_id, s.row_index
from said_anew s
left join last_versions v using (account_key);

update account_sightings
set last_seen_run = greatest(last_seen_run, t.run_id)
from told t
where account_sightings.account_key = t.account_key and t.listed;

insert into account_sightings
select account_key, first_seen_run, run_id
from told
where account_key not in (select account_key from account_sightings);

delete from undecided_accounts
where consent_id = $consent and account_id in (select account_id from decided);
