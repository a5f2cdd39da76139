-- Balances leave one reading of a question: it is taken. Or they leave none any more: then the question is open again.
update withheld_rows
set known_to = $at
where known_to is null and review_id in (
  select review_id from reviews where review_id = $review and resolved_by = 'bridge'
);

update reviews
set reading = $reading, resolved_run = if($reading::varchar is null, null, $run),
  resolved_by = if($reading::varchar is null, null, 'bridge')
where review_id = $review and (resolved_run is null or resolved_by = 'bridge');

insert into withheld_rows
select unnest(coalesce(repeated_keys, transaction_keys[2:])), review_id, $at::timestamptz, null
from reviews
where review_id = $review and resolved_by = 'bridge' and resolved_run = $run and reading = 'one';

insert into review_answers
values ($review, 'judged', $reading, $run, $seq, $at, 'bridge', $reason);

insert into loads
values ($seq, 'answer', $review, $at);
