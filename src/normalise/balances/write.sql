-- Writes the balances that were not stated before.

update staged_balances
set disposition = 'repeated'
from (
  select page_no, row_index from staged_balances
  where disposition = 'read'
  qualify row_number() over (partition by balance_key order by page_no, row_index) > 1
) again
where staged_balances.page_no = again.page_no and staged_balances.row_index = again.row_index;

-- A bank that states a balance for a day, and not for an instant, can state it anew for that day, and come back to what it
-- said before: each statement that differs from the one before it is a row, and its number tells it from its equals. Where
-- one answer states several, each is known once it was ever stated. Another consent may be told another amount, in the same night or
-- between two statements that are equal.
create or replace temp table earlier_statements as
select s.page_no, s.row_index, s.balance_key as digest, count(b.balance_key) as times,
  arg_max(b.balance_key, b.load_seq) as newest, coalesce(bool_or(b.balance_key = s.balance_key), false) as ever,
  coalesce(bool_or(b.load_seq in (select load_seq from later_loads)), false) as overtaken,
  count(*) over (partition by s.account_key, s.type, s.type_sent, s.sub_type, s.currency, s.as_of) > 1 as several,
  bool_or(b.amount <> s.amount and b.run_id = r.run_id and not starts_with(b.raw_page_id, r.consent_id || '/'))
    or bool_or(b.amount = s.amount) and arg_max(b.amount, b.load_seq) <> any_value(s.amount)
      and not starts_with(arg_max(b.raw_page_id, b.load_seq), any_value(r.consent_id) || '/') as contradicts
from staged_balances s
join batch r using (read_no)
left join balances b on b.account_key = s.account_key and b.type = s.type and b.type_sent is not distinct from s.type_sent
  and b.sub_type = s.sub_type and b.currency = s.currency and b.as_of = s.as_of
where s.disposition = 'read'
group by s.page_no, s.row_index, s.balance_key, s.account_key, s.type, s.type_sent, s.sub_type, s.currency, s.as_of;

create or replace temp table balance_differences as
select page_no, row_index, if(several, digest, numbered_balance(digest, times + 1)) as balance_key,
  if(times = 0, 'new', 'changed') as change
from earlier_statements
-- What a later read was told of the same instant is what holds.
where not overtaken and not (if(several, ever, times > 0 and newest = numbered_balance(digest, times)));

update staged_balances
set balance_key = d.balance_key
from balance_differences d
where staged_balances.page_no = d.page_no and staged_balances.row_index = d.row_index;

insert into balances by name
select s.balance_key, s.account_key, $columns, s.extra, b.known as known_from, b.seq as load_seq, b.run_id, p.raw_page_id,
  s.row_index
from balance_differences d
join staged_balances s on s.balance_key = d.balance_key and s.disposition = 'read'
join batch b using (read_no)
join batch_pages p on p.page_no = s.page_no;
