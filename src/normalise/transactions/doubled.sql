-- Rows that are missing because a list before may have shown one payment on two of its pages: they were asked about, and nobody has
-- called them two, or came in that list with their equal on another page of it, and this one shows the payment on one page. Equal
-- rows of one page are several payments: as many as any page showed must be listed still. Where the list may be cut it says nothing,
-- so it must show rows of its currency on two older days.

create or replace temp table maybe_one as
select review_id from reviews where resolved_run is null or reading = 'one';

create or replace temp table shown_once as
with rows as (
  select read_no, account_key, side_of(status) as side, currency, row_hash, booking_date, page_no
  from staged_transactions
  where disposition = 'read' and side_of(status) <> 'pending' and account_key in (select account_key from missing)
),
-- The second of the oldest days of each list and currency.
begun as (
  select read_no, account_key, currency, list_sort(list(distinct booking_date))[2] as second_day
  from rows
  group by all
),
equals as (
  select read_no, account_key, side, currency, row_hash, booking_date, count(*) as listed
  from rows
  where row_hash in (select c.row_hash from missing join current_rows c using (transaction_key) where c.identity_tier = 'content')
  group by all
  having count(distinct page_no) = 1
)
select read_no, account_key, side, row_hash, listed
from equals
join begun using (read_no, account_key, currency)
where booking_date > second_day;

-- How often each of them was listed at least, by the pages of one list, and before it.
create or replace temp table paid_at_least as
with counted as (
  select v.account_key, side_of(v.status) as side, v.row_hash, v.load_seq, v.raw_page_id, count(*) as rows
  from transaction_versions v
  where v.booking_date between $first_stored and $last_stored and v.known_to is null and v.change <> 'absent'
    and (v.account_key, v.row_hash) in (select (account_key, row_hash) from shown_once)
  group by all
)
select account_key, side, row_hash, max(rows) as rows
from counted
group by all;

update missing
set doubled = true,
  asked_about = edge_question(missing.account_key, c.side, c.content_key)
    in (from maybe_one)
from current_rows c
where c.transaction_key = missing.transaction_key and c.identity_tier = 'content'
  and c.content_key not in (select content_key from overlapping_rows)
  and exists (
    select 1 from shown_once s
    join paid_at_least p using (account_key, side, row_hash)
    where s.read_no = missing.read_no and s.account_key = missing.account_key and s.side = c.side and s.row_hash = c.row_hash
      and s.listed >= p.rows
  )
  and (
    edge_question(missing.account_key, c.side, c.content_key) in (from maybe_one)
    or exists (
      select 1 from doubtful_days d
      where d.account_key = missing.account_key and d.reason = 'equal-rows' and d.load_seq = c.load_seq
        and missing.booking_date between d.from_date and d.to_date
        -- A list since has said how many there are: what goes later the bank takes back.
        and not exists (
          select 1 from coverage p
          join reads r using (read_id)
          where p.account_key = d.account_key and r.load_seq > d.load_seq and missing.booking_date between p.from_date and p.to_date
        )
    )
    and exists (
      select 1 from transaction_versions v
      join transaction_versions o on o.account_key = v.account_key and o.row_hash = v.row_hash and o.load_seq = v.load_seq
        and o.booking_date = v.booking_date and o.transaction_key <> v.transaction_key and o.raw_page_id <> v.raw_page_id
      where v.transaction_key = missing.transaction_key and v.version = c.version
    )
  );
