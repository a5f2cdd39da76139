-- A pending row that is gone was booked, and is then tied to the booked row by the strongest evidence there is, or it was
-- voided.

create or replace temp table arrived as
select s.transaction_key, s.account_key, s.booking_date, s.amount, s.currency, s.transaction_id,
  folded(s.description) as narrative, d.change
from staged_transactions s
join differences d using (transaction_key)
where d.change in ('new', 'returned') and s.disposition = 'read' and s.status = 'BOOK'
  and s.account_key in (select account_key from gone);

-- A row that was booked before, and was pending in between, comes back under its id alone.
create or replace temp table new_arrivals as
select * from arrived where change = 'new';

create or replace temp table pending_to_booked (pending_key varchar, booked_key varchar, tier varchar);

insert into pending_to_booked
select g.transaction_key, a.transaction_key, 'id'
from gone g
join arrived a on a.account_key = g.account_key and a.transaction_id = g.transaction_id
where g.account_key not in (select account_key from known_findings where code in ('ids-not-unique', 'ids-are-positions'))
qualify count(*) over (partition by g.transaction_key) = 1 and count(*) over (partition by a.transaction_key) = 1;

-- Equal rows are paired in the order of their days: which is which cannot be told and does not matter.
insert into pending_to_booked
select g.transaction_key, a.transaction_key, 'content'
from (
  select *, row_number() over (partition by account_key, amount, currency, narrative order by booking_date, transaction_key)
    as nth
  from gone where transaction_key not in (select pending_key from pending_to_booked)
) g
join (
  select *, row_number() over (partition by account_key, amount, currency, narrative order by booking_date, transaction_key)
    as nth
  from new_arrivals where transaction_key not in (select booked_key from pending_to_booked)
) a on a.account_key = g.account_key and a.amount = g.amount and a.currency = g.currency
  and a.narrative is not distinct from g.narrative and a.nth = g.nth
where abs(a.booking_date - g.booking_date) <= g.lookback;

-- Weaker evidence counts only where the answer would show what is still pending.
insert into pending_to_booked
select g.transaction_key, a.transaction_key, 'narrative'
from (select * from gone where asked_for and transaction_key not in (select pending_key from pending_to_booked)) g
join (select * from new_arrivals where transaction_key not in (select booked_key from pending_to_booked)) a
  on a.account_key = g.account_key and a.currency = g.currency and sign(a.amount) = sign(g.amount)
  and a.narrative = g.narrative and g.narrative <> ''
where abs(a.booking_date - g.booking_date) <= g.lookback
qualify count(*) over (partition by g.transaction_key) = 1 and count(*) over (partition by a.transaction_key) = 1;

insert into pending_to_booked
select g.transaction_key, a.transaction_key, 'amount'
from (select * from gone where asked_for and transaction_key not in (select pending_key from pending_to_booked)) g
join (select * from new_arrivals where transaction_key not in (select booked_key from pending_to_booked)) a
  on a.account_key = g.account_key and a.amount = g.amount and a.currency = g.currency
where abs(a.booking_date - g.booking_date) <= g.lookback
qualify count(*) over (partition by g.transaction_key) = 1 and count(*) over (partition by a.transaction_key) = 1;

-- Several of one amount are paired in the order of their days where those that are gone say the same, and those that came do: which is
-- which cannot be told and does not matter.
insert into pending_to_booked
with left_over as (
  select *, row_number() over (of_amount order by booking_date, transaction_key) as nth, count(*) over of_amount as rows,
    count(distinct coalesce(narrative, '')) over of_amount as texts, count(distinct booking_date) over of_amount as days
  from gone
  where asked_for and transaction_key not in (select pending_key from pending_to_booked)
  window of_amount as (partition by account_key, amount, currency)
),
come as (
  select *, row_number() over (of_amount order by booking_date, transaction_key) as nth, count(*) over of_amount as rows,
    count(distinct coalesce(narrative, '')) over of_amount as texts, count(distinct booking_date) over of_amount as days
  from new_arrivals
  where transaction_key not in (select booked_key from pending_to_booked)
  window of_amount as (partition by account_key, amount, currency)
)
select g.transaction_key, a.transaction_key, 'amount'
from left_over g
join come a using (account_key, amount, currency, nth)
where g.texts = 1 and a.texts = 1 and (g.rows = a.rows or g.days = 1 and a.days = 1)
  and abs(a.booking_date - g.booking_date) <= g.lookback;

-- Where several rows have that amount, a person may say which was booked as which; until then none was.
insert into reviews by name
select md5(concat_ws(chr(31), 'booked-as', g.transaction_key, a.transaction_key)) as review_id, 'booked-as' as kind,
  g.account_key, g.booking_date, [g.transaction_key, a.transaction_key] as transaction_keys,
  ['linked', 'separate'] as readings,
  'a row is pending no more and a row of its amount is new, but others could be meant: it was booked as that, or it was not'
    as reason,
  b.run_id as opened_run
from (select * from gone where asked_for and transaction_key not in (select pending_key from pending_to_booked)) g
join (select * from new_arrivals where transaction_key not in (select booked_key from pending_to_booked)) a
  on a.account_key = g.account_key and a.amount = g.amount and a.currency = g.currency
join batch b on b.read_no = g.read_no
where abs(a.booking_date - g.booking_date) <= g.lookback;

update differences
set previous_key = s.pending_key, previous_tier = s.tier
from pending_to_booked s
where differences.transaction_key = s.booked_key;

create or replace temp table left_pending as
select g.read_no, g.transaction_key, g.version + 1 as version, g.booking_date,
  case when s.pending_key is null then 'voided' else 'booked' end as change
from gone g
left join pending_to_booked s on s.pending_key = g.transaction_key
where s.pending_key is not null or g.unlisted or g.forgotten;

update transaction_versions
set known_to = b.known
from left_pending l
join batch b using (read_no)
where transaction_versions.transaction_key = l.transaction_key and transaction_versions.known_to is null
  and transaction_versions.booking_date between $first_pending and $last_pending;

insert into transaction_versions by name
select v.* replace (
    l.version as version, b.known as known_from, null::timestamptz as known_to, l.change as change,
    b.seq as load_seq, b.run_id as run_id
  )
from left_pending l
join batch b using (read_no)
join transaction_versions v on v.transaction_key = l.transaction_key and v.version = l.version - 1
where v.booking_date between $first_pending and $last_pending;

-- Only what is listed is looked at again.
delete from pending_listed
where transaction_key in (select transaction_key from left_pending);

delete from left_out_rows
where transaction_key in (select transaction_key from left_pending);
