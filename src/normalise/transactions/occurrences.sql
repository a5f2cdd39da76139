-- Equal rows of one answer are two payments, always, and are told apart by counting them (docs/identity.md, rule 2). What
-- else they say keeps the number that each of them has in the book; one that the book does not know takes the number of one
-- that is no longer listed, or the next.

create or replace temp table equal_rows as
select s.page_no, s.row_index, s.content_key, g.side, s.row_hash
from staged_transactions s
join duplicate_rows g on g.content_key = s.content_key and g.side = side_of(s.status)
where s.identity_tier = 'content' and s.disposition = 'read';

create or replace temp table row_numbers as
select n.content_key, n.side, n.nth, c.transaction_key is not null as taken, n.complete,
  is_over(c.change) as given_up, c.due or c.on_margin or c.overtaken as due, c.row_hash
from (
  select d.content_key, d.side, b.complete, unnest(range(1, d.listed + d.known + 1))::integer as nth
  from duplicate_rows d
  join batch b using (read_no)
) n
left join current_rows c on c.transaction_key = content_identity(n.side, n.content_key, n.nth);

create or replace temp table numbering as
select e.page_no, e.row_index, e.content_key, e.side, k.nth
from (
  select *, row_number() over (partition by content_key, side, row_hash order by page_no, row_index) as place
  from equal_rows
) e
join (
  select *, row_number() over (partition by content_key, side, row_hash order by given_up, nth) as place
  from row_numbers where taken
) k using (content_key, side, row_hash, place);

insert into numbering
select e.page_no, e.row_index, e.content_key, e.side, k.nth
from (
  select *, row_number() over (partition by content_key, side order by row_hash, page_no, row_index) as place
  from equal_rows anti join numbering using (page_no, row_index)
) e
join (
  select *, row_number() over (partition by content_key, side order by taken and not given_up desc, nth) as place
  from row_numbers anti join numbering using (content_key, side, nth)
  -- A row that this read need not show may still be there. What is listed on a day around those that are proven is what is
  -- known of it, until there are more of it than are known; and so is what a read that was asked for later has listed there.
  where not taken or given_up or due or not complete
) k using (content_key, side, place);

update staged_transactions
set occurrence = n.nth, transaction_key = content_identity(n.side, n.content_key, n.nth)
from numbering n
where n.nth > 1 and staged_transactions.page_no = n.page_no and staged_transactions.row_index = n.row_index;
