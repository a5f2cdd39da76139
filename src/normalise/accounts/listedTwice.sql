-- AccountIds that one list has several times, and not alike: one for each currency, with what identifies the account in it. The first
-- entry says what the account is and which; what identifies the account in the others is kept beside that, once.
create or replace temp table listed_twice as
with entries as (
  select s.read_no, s.account_id, count(*) as entries,
    arg_min(s.identifiers, (s.page_no, s.row_index)) as first_identifiers,
    list_sort(list_distinct(flatten(list(s.identifiers)))) as every_identifier
  from staged_accounts s
  where s.disposition <> 'quarantined'
  group by s.read_no, s.account_id
  having count(distinct s.row_hash) > 1
)
select read_no, account_id, entries,
  list_filter(every_identifier, lambda i: not list_contains(first_identifiers, i)) as other_identifiers
from entries;

update staged_accounts
set other_identifiers = t.other_identifiers,
  row_hash = md5_number(concat_ws(chr(31), staged_accounts.row_hash::varchar, to_json(t.other_identifiers)::varchar))
from listed_twice t
where staged_accounts.read_no = t.read_no and staged_accounts.account_id = t.account_id and staged_accounts.disposition = 'read'
  and len(t.other_identifiers) > 0;

insert into found by name
select 'repeated-row' as code, account_id, account_id as part,
  'the bank lists this account ' || entries || ' times in one list, and not alike; what the first entry says counts, and the '
    || 'identifications of all are kept' as message,
  json_object('account_id', account_id, 'rows', entries) as evidence, read_no
from listed_twice
order by read_no, account_id;
