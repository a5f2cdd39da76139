-- What the balances at the ends of runs at one level may be off by: by rows that they may have or not.

create or replace temp table level_runs as
select c.account_key, c.currency, c.type, c.run_no, any_value(c.level) as level, min(c.ord) as first_ord, max(c.ord) as last_ord,
  -- Rows that nobody listed in the night of a balance, or in that whose end it states, may have said something else then.
  bool_and(r.ord is null or p.at_end and b.ord is null) as unlisted
from chain_levels c
join chain_points p using (account_key, currency, type, ord)
left join read_points r using (account_key, currency, type, ord)
left join read_points b on b.account_key = c.account_key and b.currency = c.currency and b.type = c.type and b.ord = c.ord - 1
group by c.account_key, c.currency, c.type, c.run_no
qualify count(*) over (partition by c.account_key, c.currency, c.type) > 1;

-- What each row may do to the balances at the ends of a run: to each of two, or the same to all of more, of which those between must
-- be off by it too: other rows at each end would make up for it by chance. What counts by itself is of many more rows than what is
-- made sets of.
create or replace temp table run_ends as
select row_number() over () as end_no, *, count(*) over (partition by account_key, currency, type, run_no) as sides
from (
  select account_key, currency, type, run_no,
    unnest(if(last_ord - first_ord = 1, [first_ord, last_ord], [first_ord])) as ord,
    unnest(if(last_ord - first_ord = 1, [first_ord, last_ord], [last_ord])) as also_ord
  from level_runs
);

create or replace temp table end_offsets as
with lines as (
  -- An included credit line that has changed since is in the balance or is not, the other way than it was read.
  select c.account_key, c.currency, c.type, c.ord,
    if(c.own, -1, 1) * ((p.amount - p.own_funds) - last(p.amount - p.own_funds order by c.ord) over chain) as shift
  from chain_levels c
  join chain_points p using (account_key, currency, type, ord)
  window chain as (partition by c.account_key, c.currency, c.type)
),
-- A payment that was pending, or that another took the place of, is the same under another key.
previous as (
  select transaction_key, min(previous_key) as previous_key
  from transaction_versions
  where previous_key in (select transaction_key from asked_offsets) and account_key in (select account_key from news)
  group by transaction_key
),
offered as (
  select o.account_key, o.currency, o.type, o.ord, o.transaction_key, coalesce(p.previous_key, o.transaction_key) as payment,
    o.shift, o.adds, o.alone, o.likely, o.to_ord - o.from_ord as lasting, o.reason = 'first-listed' as of_first
  from asked_offsets o
  left join previous p using (transaction_key)
  union all
  select account_key, currency, type, ord, '' as transaction_key, '' as payment, shift, false, false, false, 2147483647, false
  from lines
  where shift <> 0
),
-- What a row said before is known: where it did to the older balances of a run what another does to the newer ones, both did. This
-- bears balances that follow a night sooner or later than the lists; what all rows together said then does not.
said_before as (
  select o.account_key, o.currency, o.type, o.ord, coalesce(p.previous_key, o.transaction_key) as payment, sum(o.shift) as shift,
    min(o.from_ord) as from_ord, max(o.to_ord) as to_ord
  from asked_offsets o
  left join previous p using (transaction_key)
  where o.reason = 'restated' or o.reason = 'late' and p.previous_key is not null
  group by all
  having bool_or(o.reason = 'restated')
),
-- Of rows that did as much from or to the same balance one stands for all: where a bank puts a fee on each, there are as many pairs
-- as squares.
said_older as (
  select e.end_no, o.shift, o.to_ord, min(o.from_ord) as from_ord, min(o.payment) as payment
  from run_ends e
  join said_before o on o.account_key = e.account_key and o.currency = e.currency and o.type = e.type and o.ord = e.ord
    and o.to_ord <= e.also_ord
  where o.shift <> 0
  group by all
),
said_newer as (
  select e.end_no, n.shift, n.from_ord, max(n.to_ord) as to_ord, min(n.payment) as payment
  from run_ends e
  join said_before n on n.account_key = e.account_key and n.currency = e.currency and n.type = e.type and n.ord = e.also_ord
    and n.from_ord > e.ord
  group by all
),
-- Rows that are late one after the other: a balance has the older one from the list on that names it, and lacks the newer one from there.
late_spans as (
  select account_key, currency, type, shift, likely_from, likely_to, min(transaction_key) as transaction_key
  from offsets
  where reason = 'late' and likely_from < likely_to
  group by all
)
select end_no, min(concat_ws(' ', o.payment, n.payment)) as transaction_key, shift, false as adds, false as alone, false as likely,
  max(n.to_ord - o.from_ord) as lasting, false as of_first
from said_older o
join said_newer n using (end_no, shift)
where n.from_ord <= o.to_ord
group by end_no, shift
union all
select e.end_no, min(concat_ws(' ', o.transaction_key, n.transaction_key)), o.shift, false, false, false, max(n.likely_to - o.likely_from),
  false
from run_ends e
join late_spans o on o.account_key = e.account_key and o.currency = e.currency and o.type = e.type and o.likely_from <= e.ord
  and o.likely_to > e.ord and o.likely_to <= e.also_ord
join late_spans n on n.account_key = o.account_key and n.currency = o.currency and n.type = o.type and n.shift = o.shift
  and n.likely_from = o.likely_to and n.likely_to > e.also_ord
group by e.end_no, o.shift
union all
select e.end_no, o.transaction_key, o.shift, o.adds, o.alone, bool_or(o.likely) as likely, max(o.lasting) as lasting,
  bool_and(o.of_first)
from run_ends e
join offered o on o.account_key = e.account_key and o.currency = e.currency and o.type = e.type and o.ord = e.ord
where e.also_ord = e.ord or exists (
  select 1 from offered a
  where a.account_key = e.account_key and a.currency = e.currency and a.type = e.type and a.ord = e.also_ord
    and a.payment = o.payment and a.shift = o.shift and a.adds = o.adds and a.alone = o.alone
)
group by all;

-- What a row may add: it is lacking; or the one that was there before it is there, in its place or with none in it. First the rows
-- that are in question longest.
create or replace temp table end_rows as
with taken as (select end_no, transaction_key, shift from end_offsets where not adds and not alone group by all),
added as (select end_no, transaction_key, shift from end_offsets where adds and not alone group by all),
options as (
  select end_no, transaction_key, shift, true as by_itself from taken
  union
  select end_no, transaction_key, (a.shift + t.shift)::decimal(38,5), false
  from added a
  join taken t using (end_no, transaction_key)
  union
  select end_no, transaction_key, shift, true from added anti join taken using (end_no, transaction_key)
),
in_question as (
  select end_no, transaction_key, max(lasting) as lasting, bool_and(of_first) as of_first,
    coalesce(max(shift) filter (where likely and not adds), 0) + coalesce(max(shift) filter (where likely and adds), 0) as likely
  from end_offsets
  where not alone
  group by all
)
select q.end_no, row_number() over (partition by q.end_no order by q.lasting desc, q.transaction_key) as nth,
  q.likely::decimal(38,5) as likely, o.shifts, o.first_shift, q.of_first
from in_question q
join (
  select end_no, transaction_key, list(shift order by shift) as shifts, min(shift) filter (where by_itself) as first_shift
  from options
  where shift <> 0
  group by all
) o using (end_no, transaction_key);

-- Sets of rows that are tried: any of ten; of more a few, all but a few of those that are likely, and any of the first six with all
-- of the others. The more sets are tried, the more true breaks one of them makes up for by chance. Of rows of which nothing is in question
-- but that the first list named them no more than two are meant.
create or replace temp table tried_sets as
with ends as (
  select end_no, count(*) as rows, sum(likely) as likely, bool_or(likely <> 0) as is_likely,
    coalesce(sum(first_shift) filter (where nth > 6), 0) as others, count(*) filter (where of_first) as of_first
  from end_rows
  group by end_no
)
select row_number() over () as try_no, end_no, kind, start::decimal(38,5) as start, most
from (
  select end_no, unnest([
      {'kind': 'any', 'start': 0, 'most': least(if(rows <= 10, rows, most_of_set(rows)), rows - of_first + 2)},
      {'kind': 'likely', 'start': likely, 'most': if(rows > 10 and is_likely, most_of_set(rows), null)},
      {'kind': 'most', 'start': others, 'most': if(rows > 10, 6, null)}
    ], recursive := true)
  from ends
)
where most is not null;

create or replace temp table tried_rows as
select *
from (
  select t.try_no, r.nth, unnest(
      if(t.kind = 'likely', list_transform(list_append(r.shifts, 0), lambda s: (s - r.likely)::decimal(38,5)), r.shifts)
    )::decimal(38,5) as shift
  from tried_sets t
  join end_rows r using (end_no)
  where t.kind <> 'most' or r.nth <= 6
)
where shift <> 0;

-- What a balance may be off by: all that these sets add up to, each row once, and what counts by itself; and what all rows together
-- said then, where that is the same for every balance of a run: then rows took turns.
create or replace temp table end_sums as
with recursive sets as (
  select try_no, start as sum, 0::bigint as last_nth, most as more from tried_sets
  union all
  select s.try_no, (s.sum + r.shift)::decimal(38,5), r.nth, s.more - 1
  from (from sets where more > 0) s
  join tried_rows r on r.try_no = s.try_no and r.nth > s.last_nth
)
select distinct end_no, sum, false as alone from sets join tried_sets using (try_no)
union
select end_no, 0, false from run_ends
union
select end_no, shift, true from end_offsets where alone
union
select e.end_no, l.shift, false
from run_ends e
join listed_then l on l.account_key = e.account_key and l.currency = e.currency and l.type = e.type
  and l.ord between e.ord and e.also_ord
group by e.end_no, e.ord, e.also_ord, l.way, l.shift
-- That all balances are off by one sum is what a bank's being behind makes of them, and so does one row that is lost: it is not excused, so
-- that the loss is told.
having count(*) = e.also_ord - e.ord + 1 and (l.shift = 0 or max(l.turns) - min(l.turns) < 2);
