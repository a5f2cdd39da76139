-- An answer is taken back: all that it resolved is open again, and the rows count as they did.
create or replace temp table undone_answers as
select review_id
from reviews
where resolved_by = 'person'
  and resolved_run = (select resolved_run from reviews where review_id = $review and resolved_by = 'person');

update withheld_rows
set known_to = $at
where known_to is null and review_id in (select review_id from undone_answers);

update reviews
set reading = null, resolved_run = null, resolved_by = null
where review_id in (select review_id from undone_answers);

insert into review_answers
values ($review, 'undone', null, $run, $at, $by, $reason);

insert into loads
values ($seq, 'answer', $review, $at);
