-- What people and balances have said of one question, oldest first.
select change, reading, run_id, said_at, said_by, reason
from review_answers
where review_id = $review
order by load_seq
