-- A question is answered: its reading is taken, and the rows that are no payment by it no longer count. A person's word counts more
-- than that of balances.
update withheld_rows
set known_to = $at
where known_to is null and review_id in (
  select review_id from reviews where review_id = $review and resolved_by = 'bridge'
);

-- That an AccountId means an account was said in vain where that account was taken by an answer before: the question stays open. Of two
-- words of people the first holds; of accounts the last, as a book is made by what the journal says of them at its end.
update reviews
set reading = $reading, resolved_run = $run, resolved_by = 'person'
where review_id = $review and (resolved_run is null or resolved_by = 'bridge' or resolved_by = 'person' and kind = 'same-account')
  and not (
    kind = 'same-account' and $reading = 'same' and review_id in (select review_id from same_accounts)
    and review_id not in (select review_id from account_questions where taken)
  );

insert into withheld_rows
select unnest(
    case when kind = 'equal-at-page-edge' and reading = 'one' then coalesce(repeated_keys, transaction_keys[2:])
      when kind = 'booked-as' and reading = 'linked' then transaction_keys[:1]
      else [] end
  ), review_id, $at::timestamptz, null
from reviews
where review_id = $review and resolved_by = 'person' and resolved_run = $run;

-- A row that is pending was booked once, and a booked one was pending once: the other questions about the two are answered.
update reviews
set reading = 'separate', resolved_run = $run, resolved_by = 'person'
from (
  select transaction_keys from reviews
  where review_id = $review and kind = 'booked-as' and reading = 'linked' and resolved_run = $run
) answered
where reviews.kind = 'booked-as' and reviews.resolved_run is null
  and list_has_any(reviews.transaction_keys, answered.transaction_keys);

insert into review_answers
values ($review, 'answered', $reading, $run, $seq, $at, $by, $reason);

insert into loads
values ($seq, 'answer', $review, $at);
