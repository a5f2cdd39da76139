-- Guards against ids that do not name payments.

-- Where ids have moved to other content, and what they named before now goes by another id, or what they name now went by
-- another one before, the bank numbers its list and not its payments: two such ids show it, or one where there is no more to
-- compare. From then on content tells the rows of that account.
create or replace temp table numbered as
select account_key
from id_content_changes m
where exists (
    select 1 from staged_transactions s
    where s.account_key = m.account_key and s.content_key = m.then_content and side_of(s.status) = m.side
      and s.disposition in ('read', 'overtaken')
  )
  or exists (
    select 1 from current_rows o
    where o.account_key = m.account_key and o.content_key = m.now_content and o.side = m.side
      and not is_over(o.change)
    group by all
    having bool_and(o.transaction_id <> m.transaction_id and o.transaction_id not in (
      select s.transaction_id from staged_transactions s
      where s.account_key = m.account_key and s.content_key = m.now_content and s.transaction_id is not null
    ))
  )
group by account_key
having count(*) >= 2 or count(*) = (
  select count(*) from staged_transactions s join current_rows c on c.transaction_key = s.transaction_key
  where s.account_key = m.account_key and s.identity_tier = 'id' and s.disposition in ('read', 'overtaken')
);

insert into found by name
select 'ids-are-positions' as code,
  'the transaction ids of this account number the list and not the payments; content tells its rows from now on' as message,
  account_key, '{}'::json as evidence
from numbered;

-- An id that is given anew. A payment can be restated, and can move by some days; but a row that says another amount and
-- another narrative, or that stands further away than a bank moves a row, is another payment under an old id: content
-- tells it, and the payment that had the id before stays as it is.
create or replace temp table given_anew as
select m.page_no, m.row_index, m.account_key, m.transaction_id
from id_content_changes m
join staged_transactions s on s.page_no = m.page_no and s.row_index = m.row_index
join transaction_versions v on v.transaction_key = m.transaction_key and v.version = m.version
join account_reads a on a.account_key = m.account_key
where s.disposition = 'read' and m.account_key not in (select account_key from numbered)
  and (
    abs(m.now_day - m.then_day) > greatest(a.lookback, 1)
    or exists (
      select 1 from current_rows o
      where o.account_key = m.account_key and o.side = m.side and o.content_key = m.now_content
        and o.identity_tier = 'content' and not is_over(o.change)
    )
    or (not m.same_amount and folded(s.description) is distinct from folded(v.description) and m.now_day <> m.then_day)
  );

insert into found by name
select 'id-given-anew' as code,
  'the transaction id ' || any_value(transaction_id order by page_no, row_index)
    || ' names another payment than before; both are kept, content tells them' as message,
  account_key,
  json_object('ids', count(distinct transaction_id)) as evidence
from given_anew
group by account_key;

update staged_transactions
set identity_tier = 'content', disposition = if(disposition = 'repeated', 'read', disposition),
  transaction_key = content_identity(side_of(status), content_key, 1)
where identity_tier = 'id' and account_key in (select account_key from numbered);

update staged_transactions
set identity_tier = 'content', transaction_key = content_identity(side_of(status), content_key, 1)
from given_anew g
where staged_transactions.page_no = g.page_no and staged_transactions.row_index = g.row_index;
