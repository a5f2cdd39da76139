-- An AccountId keeps the account that it was tied to, but where the list shows under it what identifies another account of the
-- bank, and nothing that identifies its own: there AccountIds are places in a list, and have moved. One that is tied to none is
-- undecided: which account it is, is told by what identifies it, or by its rows once a complete list of them is there.
create or replace temp table moved_ids as
with listed as (
  select s.read_no, b.consent_id, b.institution, s.account_id, i.scheme_name, i.identification,
    coalesce(s.currency, '') as currency
  from staged s
  join batch b using (read_no), unnest(s.identifiers) as t(i)
  where s.disposition = 'read' and is_identification(i.identification)
  qualify count(distinct s.account_id) over (
    partition by s.read_no, i.scheme_name, i.identification, coalesce(s.currency, '')
  ) = 1
),
known as (
  select v.account_key, v.institution, i.scheme_name, i.identification, coalesce(v.currency, '') as currency
  from account_versions v, unnest(from_json(v.identifiers, $identifier_type)) as t(i)
  where v.known_to is null and v.institution in (select institution from batch)
),
named as (
  select s.read_no, l.consent_id, l.account_id, l.account_key, bool_or(k.account_key = l.account_key) as own
  from account_links l
  join listed s using (consent_id, account_id)
  join known k using (institution, scheme_name, identification, currency)
  group by all
)
select * from named where not own;

insert into found by name
select 'account-id-moved' as code,
  'the bank calls another account by the AccountId that this one had; its number tells which' as message, account_key,
  account_id as part, json_object('account_id', account_id) as evidence, read_no
from moved_ids;

delete from account_links
where (consent_id, account_id) in (select (consent_id, account_id) from moved_ids);

update staged
set account_key = l.account_key
from account_links l
join batch b using (consent_id)
where b.read_no = staged.read_no and l.account_id = staged.account_id;

create or replace temp table named_before as
select consent_id, account_id, first_seen_run
from undecided_accounts
where consent_id in (select consent_id from batch);

delete from undecided_accounts
using staged s
join batch b using (read_no)
where s.disposition = 'read' and undecided_accounts.consent_id = b.consent_id
  and undecided_accounts.account_id = s.account_id;

insert into undecided_accounts by name
select b.consent_id, b.institution, s.account_id, $columns, to_json(s.identifiers) as identifiers,
  s.extra, s.row_hash, true as listed, coalesce(n.first_seen_run, b.run_id) as first_seen_run, b.run_id,
  p.raw_page_id, s.row_index
from staged s
join batch b using (read_no)
join batch_pages p using (page_no)
left join named_before n on n.consent_id = b.consent_id and n.account_id = s.account_id
where s.disposition = 'read' and s.account_key is null;
