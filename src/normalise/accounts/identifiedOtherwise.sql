-- What is identified otherwise than ever before, under the same AccountId of the same consent, may be another account: a bank
-- may give an AccountId anew. It may as well be the old one with a new card, so it keeps its rows, and a person is told.
insert into found by name
with listed as (
  select d.read_no, d.account_key, d.account_id, i.scheme_name, i.identification
  from account_differences d
  join batch b using (read_no)
  join account_links l on l.consent_id = b.consent_id and l.account_id = d.account_id and l.first_seen_run < b.run_id
  join staged_accounts s on s.read_no = d.read_no and s.account_id = d.account_id and s.disposition = 'read', unnest(s.identifiers) as t(i)
  where d.change = 'changed' and is_identification(i.identification)
),
known as (
  select v.account_key, i.scheme_name, i.identification
  from account_versions v, unnest(from_json(v.identifiers, $identifier_type)) as t(i)
  where v.account_key in (select account_key from listed) and v.load_seq not in (select seq from batch)
    and is_identification(i.identification)
)
select 'account-identified-otherwise' as code,
  'the bank calls an account that is identified otherwise by the AccountId of this one; its rows are taken for the same account''s: '
    || 'look whether they are' as message,
  account_key, account_id as part, json_object('account_id', account_id) as evidence, read_no
from listed l
where exists (select 1 from known k where k.account_key = l.account_key and k.scheme_name = l.scheme_name)
group by all
having not bool_or((account_key, scheme_name, identification) in (select (account_key, scheme_name, identification) from known));
