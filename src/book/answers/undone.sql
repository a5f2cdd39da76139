-- An answer is taken back: all that it resolved is open again, and the rows count as they did.
-- A run may write down several answers, so those that it implied are told by their rows.
create or replace temp table undone_answers as
with resolved as (
  select r.review_id, r.transaction_keys, exists (
      select 1 from review_answers a
      where a.review_id = r.review_id and a.run_id = r.resolved_run and a.change = 'answered'
    ) as said
  from reviews r
  where resolved_by = 'person'
    and resolved_run = (select resolved_run from reviews where review_id = $review and resolved_by = 'person')
),
meant as (
  select * from resolved where review_id = $review
),
answers as (
  from meant
  union
  select r.* from resolved r, meant m
  where r.said and not m.said and list_has_any(r.transaction_keys, m.transaction_keys)
)
select review_id from answers
union
select r.review_id
from resolved r
join answers a on list_has_any(r.transaction_keys, a.transaction_keys)
where not r.said;

update withheld_rows
set known_to = $at
where known_to is null and review_id in (select review_id from undone_answers);

update reviews
set reading = null, resolved_run = null, resolved_by = null
where review_id in (select review_id from undone_answers);

-- What balances had said of it holds again.
create or replace temp table judged_before as
select review_id, arg_max(reading, load_seq) as reading, max(run_id) as run_id
from review_answers
where change = 'judged' and review_id in (select review_id from undone_answers)
group by review_id
having arg_max(reading is not null, load_seq);

update reviews
set reading = j.reading, resolved_run = j.run_id, resolved_by = 'bridge'
from judged_before j
where reviews.review_id = j.review_id;

insert into withheld_rows
select unnest(coalesce(r.repeated_keys, r.transaction_keys[2:])), r.review_id, $at::timestamptz, null
from reviews r
semi join judged_before j on j.review_id = r.review_id and j.reading = 'one';

-- Of each of them that somebody had answered it is the last word.
insert into review_answers
select review_id, 'undone', null, $run, $seq, $at, $by, $reason
from undone_answers
where review_id = $review or review_id in (select review_id from review_answers where change = 'answered');

insert into loads
values ($seq, 'answer', $review, $at);
