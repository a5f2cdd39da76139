-- Rows that a consent lists without their detail may each be any that is equal but for that. Where one of these is gone, or another living
-- consent has left it out, they are those that it lists. More of them than are known are new.
create or replace temp table alike_known as
with known as (
  select c.transaction_key, l.transaction_key is not null as left_out,
    but_for_detail(c.account_key, c.side, c.booking_at, c.amount, c.currency, v.proprietary_code) as alike
  from current_rows c
  join transaction_versions v on v.transaction_key = c.transaction_key and v.version = c.version
  left join (
    select distinct transaction_key
    from left_out_rows
    join other_consents using (account_key, consent_id)
  ) l on l.transaction_key = c.transaction_key
  where v.booking_date between $first_stored and $last_stored and v.known_to is null
    and c.identity_tier = 'content' and not is_over(c.change) and (c.due or c.on_margin)
    and c.account_key in (select account_key from read_accounts where not detail)
)
select *, row_number() over (partition by alike order by left_out, transaction_key) as place,
  count(*) over (partition by alike) as rows, bool_or(left_out) over (partition by alike) as any_left_out
from known;

create or replace temp table alike_listed as
with listed as (
  select s.page_no, s.row_index, s.transaction_key not in (select transaction_key from alike_known) as stray,
    but_for_detail(s.account_key, side_of(s.status), s.booking_at, s.amount, s.currency, s.proprietary_code) as alike
  from staged_transactions s
  join read_accounts r on r.read_no = s.read_no and r.account_key = s.account_key and not r.detail
  where s.disposition = 'read' and s.identity_tier = 'content' and s.transaction_key in (select transaction_key from current_rows)
)
select *, row_number() over (partition by alike order by page_no, row_index) as place,
  count(*) over (partition by alike) as rows, bool_or(stray) over (partition by alike) as any_stray
from listed;

update staged_transactions
set transaction_key = k.transaction_key
from alike_listed l
join alike_known k on k.alike = l.alike and k.place = l.place
where staged_transactions.page_no = l.page_no and staged_transactions.row_index = l.row_index
  and l.rows <= k.rows and (l.any_stray or k.any_left_out);
