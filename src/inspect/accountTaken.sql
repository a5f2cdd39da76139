-- Under which other AccountId of the same lists the account of a question is opened already, or as which other account its
-- AccountId was taken; and by the answer to which question, where somebody has said so.
with asked as (
  select q.consent_id, q.account_id, r.account_key
  from account_questions q
  join reviews r using (review_id)
  where q.review_id = $review
),
answered as (
  select q.review_id, q.consent_id, q.account_id, r.account_key
  from account_questions q
  join reviews r using (review_id)
  where q.review_id <> $review and r.resolved_by = 'person' and r.reading = 'same'
)
select o.review_id, o.account_id, o.consent_id
from asked a
join answered o using (consent_id, account_id)
union all
select o.review_id, l.account_id, l.consent_id
from asked a
join account_links l on l.consent_id = a.consent_id and l.account_key = a.account_key and l.account_id <> a.account_id
join account_links own on own.consent_id = a.consent_id and own.account_id = a.account_id
-- A bank may call an account by another AccountId once its lists name it no more.
  and coalesce(l.last_listed_run, l.first_seen_run) >= own.first_seen_run
left join answered o on o.consent_id = l.consent_id and o.account_id = l.account_id and o.account_key = l.account_key
order by review_id nulls last, account_id
limit 1
