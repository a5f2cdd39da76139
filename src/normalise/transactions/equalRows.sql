-- Equal rows without an id on several pages of a list that shows them so each time: several payments, or a bank that orders the rows
-- of a day otherwise for each page, and then as many stand on none. All are kept, and asked about until a list shows them on one
-- page: where that is new, their days are read once more, when other rows stand at the edges of its pages. Nothing is asked of such rows
-- at edges that a list has no rule for, as long as a later list can tell: they are several payments, but for a page that begins too
-- early. Where none can, a person is asked about a few days, and told of more. One edge alone shows no rule.
create or replace temp table equals_apart as
with asked as (
  select b.read_no, b.equal_rows, b.trusted, b.given_next, b.equal_rows or not b.edges_tell as asks
  from batch b
  join staged_transactions s using (read_no)
  group by all
  having b.equal_rows or b.edges_tell or count(distinct s.page_no) = 2
),
several_pages as (
  select s.read_no, s.account_key, side_of(s.status) as side, s.row_hash, s.content_key, a.asks, a.equal_rows, a.given_next,
    any_value(s.booking_date) as booking_date, min(s.page_no) as first_page, count(*) as listed
  from staged_transactions s
  join asked a using (read_no)
  where s.identity_tier = 'content' and s.disposition = 'read'
    and (a.asks or not a.trusted or s.transaction_id is null)
  group by all
  having count(distinct s.page_no) > 1
),
-- Of the two oldest days of a list no other is believed that shows fewer rows.
begun as (
  select read_no, account_key, list_sort(list(distinct booking_date))[2] as second_day
  from staged_transactions
  where disposition = 'read' and side_of(status) <> 'pending' and read_no in (select read_no from several_pages)
  group by all
),
days_told as (
  select e.*, coalesce(
      g.read_no is not null and (e.booking_date < e.given_next or e.booking_date <= coalesce(g.second_day, e.booking_date)), false
    ) as untold
  from several_pages e
  left join begun g using (read_no, account_key)
)
select s.read_no, s.page_no, s.row_index, s.account_key, s.content_key, s.booking_date, e.side, e.asks, e.untold,
  e.asks or not e.untold or e.days <= 3 as is_asked, edge_question(s.account_key, e.side, s.content_key) as review_id
from (select *, count(distinct if(untold, booking_date, null)) over (partition by read_no) as days from days_told) e
join staged_transactions s on e.read_no = s.read_no and e.account_key = s.account_key and e.side = side_of(s.status)
  and e.row_hash = s.row_hash and s.page_no > e.first_page
left join (
  select account_key, side, content_key, count(*) as known
  from current_rows
  where not is_over(change)
  group by all
) c on c.account_key = e.account_key and c.side = e.side and c.content_key = e.content_key
where s.identity_tier = 'content' and s.disposition = 'read'
  and (not e.asks or e.equal_rows or (s.page_no, s.row_index) in (select (page_no, row_index) from overlapping_rows))
  and (e.listed > coalesce(c.known, 0)
    or e.asks and review_id in (select r.review_id from reviews r where r.resolved_run is null));

create or replace temp table listed_apart as
from equals_apart
where is_asked;

insert into found by name
select 'equal-at-page-edge' as code, account_key, read_no,
  'rows of ' || min(booking_date) || ' to ' || max(booking_date) || ' that equal one on the page before: ' || count(*)
    || '; no later list can tell whether both were paid, so both are kept, compare these days with a statement' as message,
  json_object('rows', count(*), 'first_day', min(booking_date), 'last_day', max(booking_date)) as evidence
from equals_apart
where not is_asked
group by account_key, read_no
order by read_no, account_key;

insert into overlapping_rows by name
select read_no, page_no, row_index, account_key, content_key, booking_date, side, false as decided
from listed_apart
where (asks or untold) and (page_no, row_index) not in (select (page_no, row_index) from overlapping_rows);

-- What stands on no page for them is of their day, or stood at the end of a page that begins a row too early: behind the last one
-- there may be all that is older, unless that is what this list was asked for, and it shows such rows again: so the bank's pages are.
-- Of the oldest day that a list holds it says nothing, so the day of rows before is asked for, too.
insert into days_in_doubt by name
with sides as (
  select read_no, page_no, last_row, lead(first_row) over (partition by read_no order by page_no) as next_row
  from (
    select read_no, page_no,
      arg_min({'account_key': account_key, 'booking_date': booking_date}, row_index) as first_row,
      arg_max({'account_key': account_key, 'booking_date': booking_date}, row_index) as last_row
    from staged_transactions
    where read_no in (select read_no from listed_apart)
    group by read_no, page_no
  )
),
ends as (
  select s.*, coalesce(b.asked_from, b.given_from) as since
  from sides s
  join batch b using (read_no)
  where (read_no, s.page_no) in (select (read_no, page_no) from listed_apart) and not (
    s.next_row is null and exists (
      select 1 from doubtful_days d
      where d.account_key = s.last_row.account_key and d.reason = 'equal-rows' and d.load_seq < b.seq
        and d.from_date between b.asked_from and b.asked_from + 2
    )
  )
),
edges as (
  select read_no, page_no, account_key, booking_date, asks and review_id in (
      select r.review_id from reviews r where r.resolved_run is null or r.resolved_by <> 'bank'
    ) as known
  from listed_apart
  union all
  select read_no, page_no, e.account_key, e.booking_date, null
  from (select read_no, page_no, unnest([last_row, next_row]) as e from ends)
  union all
  select read_no, page_no, last_row.account_key, since, null
  from ends
  where next_row is null
),
spans as (
  select read_no, account_key, min(booking_date) as first_day, max(booking_date) as last_day
  from (from edges qualify not bool_and(known) over (partition by read_no, page_no))
  where account_key is not null and booking_date is not null
  group by read_no, page_no, account_key
)
select d.read_no, d.account_key, coalesce(s.booking_date, d.first_day) as from_date, d.last_day as to_date
from spans d
asof left join (
  select distinct read_no, account_key, booking_date
  from staged_transactions
  where disposition = 'read' and booking_date is not null
) s on s.read_no = d.read_no and s.account_key = d.account_key and s.booking_date < d.first_day;

insert into doubtful_days by name
select distinct d.account_key, d.from_date, d.to_date, 'equal-rows' as reason, b.read_id, b.seq as load_seq
from days_in_doubt d
join batch b using (read_no);
