-- Questions that only a person can answer: rows on both sides of a page's edge that nothing tells apart. A question is
-- resolved as soon as a complete read of that day shows them side by side, or no longer shows one of them, whoever else has
-- answered it before.

create or replace temp table edge_questions as
select f.read_no, edge_question(f.account_key, f.side, f.content_key) as review_id, f.account_key,
  any_value(f.booking_date) as booking_date, bool_or(f.decided) as decided, list_sort(list(distinct s.transaction_key)) as transaction_keys,
  list_sort(list(distinct s.transaction_key) filter (where s.page_no = f.page_no and s.row_index = f.row_index)) as repeated_keys
from overlapping_rows f
join staged_transactions s on s.account_key = f.account_key and s.content_key = f.content_key and side_of(s.status) = f.side
  and s.disposition = 'read'
group by f.read_no, f.account_key, f.content_key, f.side
having count(distinct s.transaction_key) > 1 or bool_or(f.decided);

-- A read says something of those that it lists side by side; and by what it leaves out of those that its consent may see as they were
-- brought, unless another living consent brought them, or one of them may be a row of their day that is not understood.
create or replace temp table edges_spoken_of as
with asked as (
  select review_id, account_key, booking_date, unnest(transaction_keys) as transaction_key
  from reviews
  where kind = 'equal-at-page-edge' and (resolved_run is null or resolved_by in ('person', 'bridge'))
    and review_id not in (select review_id from edge_questions)
)
select q.review_id, a.run_id
from asked q
join account_reads a on a.account_key = q.account_key and a.complete
  and q.booking_date >= a.from_date and q.booking_date between coalesce(a.first_whole, a.from_date) and coalesce(a.last_whole, q.booking_date)
left join transaction_versions v on v.transaction_key = q.transaction_key and v.known_to is null
left join other_consents o on o.read_no = a.read_no and o.account_key = a.account_key
  and starts_with(v.raw_page_id, o.consent_id || '/')
left join (
  select distinct read_no, account_key, booking_date
  from staged_transactions
  where disposition = 'quarantined' and faults[1].code not in ('unlisted-account', 'undecided-account')
) f on f.read_no = a.read_no and coalesce(f.account_key, q.account_key) = q.account_key
  and coalesce(f.booking_date, q.booking_date) = q.booking_date
where not exists (
  select 1 from later_spans l
  where l.account_key = q.account_key and q.booking_date between l.from_date and l.to_date and q.booking_date >= l.first_day
)
group by q.review_id, a.read_no, a.run_id
having bool_and(q.transaction_key in (select transaction_key from staged_transactions where disposition = 'read'))
  or bool_and(
    o.consent_id is null and f.read_no is null
      and coalesce(is_permitted(v.amount, a.credits, a.debits), true)
      and coalesce(a.detail or starts_with(v.raw_page_id, a.consent_id || '/'), true)
  );

update reviews
set resolved_run = s.run_id, resolved_by = 'bank', reading = null
from edges_spoken_of s
where reviews.review_id = s.review_id;

update reviews
set transaction_keys = u.transaction_keys, repeated_keys = u.repeated_keys, resolved_run = null, resolved_by = null, reading = null
from edge_questions u
where not u.decided and reviews.review_id = u.review_id
  and (reviews.resolved_run is not null and coalesce(reviews.resolved_by, 'bank') = 'bank'
    or reviews.transaction_keys <> u.transaction_keys);

-- A pending row that is listed again was not booked.
update reviews
set resolved_run = s.run_id, resolved_by = 'bank', reading = null
from (select transaction_key, b.run_id from staged_transactions join batch b using (read_no) where disposition = 'read') s
where reviews.kind = 'booked-as' and reviews.resolved_by is distinct from 'bank'
  and reviews.transaction_keys[1] = s.transaction_key;

-- What an answer took out of the count stands there again once it is not the answer any more.
update withheld_rows
set known_to = q.known
from (select review_id, a.known from reviews join account_reads a using (account_key) where reading is null) q
where withheld_rows.known_to is null and withheld_rows.review_id = q.review_id;

insert into reviews by name
select review_id, 'equal-at-page-edge' as kind, account_key, booking_date, transaction_keys,
  repeated_keys, ['one', 'two'] as readings,
  'equal rows stand on both sides of the edge of a page: one payment listed twice, or two payments; both are kept' as reason,
  run_id as opened_run
from edge_questions
join batch using (read_no)
where not decided and review_id not in (select review_id from reviews);
