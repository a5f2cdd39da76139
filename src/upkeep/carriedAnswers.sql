-- What people have said of questions of the book at `live` that the open one, made again, asks otherwise: where an account became
-- another, its questions have other names, and so have its rows. A question is the same where it is of the same kind, about the
-- account that the same AccountId means now, and about rows that say the same; of several that nothing tells apart the nth is the
-- nth, as long as there are as many. Of a row's day the text is taken: by another time zone it is booked on another.
create or replace temp table carried_answers as
with words as (
  select a.review_id, a.change, a.reading, a.said_by, a.reason, a.run_id, a.load_seq, r.kind, r.resolved_by
  from live.internal.review_answers a
  join live.main.reviews r using (review_id)
  where a.change in ('answered', 'undone')
    -- A word that was passed over, as another was said before it, holds no more now.
    and (a.change = 'undone' or r.resolved_by is distinct from 'person' or a.reading = r.reading)
  qualify row_number() over (partition by review_id order by load_seq desc nulls last, run_id desc) = 1
),
successors as (
  select distinct o.account_key as account_then, n.account_key as account_now
  from live.main.account_links o
  join account_links n using (consent_id, account_id)
),
asked as (
  select 'then' as book, r.review_id, r.kind, s.account_now as account_key, r.transaction_keys
  from live.main.reviews r
  join successors s on s.account_then = r.account_key
  where r.review_id not in (select review_id from reviews)
  union all
  select 'now', review_id, kind, account_key, transaction_keys
  from reviews
  -- What was asked before too and has an answer of its own keeps that.
  where review_id not in (select review_id from live.main.reviews) or review_id not in (select review_id from words)
),
asked_keys as (
  select *, unnest(transaction_keys) as transaction_key, generate_subscripts(transaction_keys, 1) as place from asked
),
said_rows as (
  select 'then' as book, transaction_key, status, identity_tier, transaction_id, left(booking_sent, 10) as day, amount, currency,
    description, proprietary_code
  from live.internal.transaction_versions
  where known_to is null and transaction_key in (select transaction_key from asked_keys where book = 'then')
  union all
  select 'now', transaction_key, status, identity_tier, transaction_id, left(booking_sent, 10), amount, currency, description,
    proprietary_code
  from transaction_versions
  where known_to is null and transaction_key in (select transaction_key from asked_keys where book = 'now')
),
subjects as (
  select k.book, k.review_id, k.kind, k.account_key, k.transaction_keys, list(concat_ws(chr(31), side_of(r.status),
    if(r.identity_tier = 'id', r.transaction_id, ''),
    row_content(r.day, r.amount, r.currency, r.description, r.proprietary_code)::varchar) order by k.place) as subject
  from asked_keys k
  join said_rows r using (book, transaction_key)
  group by all
  union all
  select a.book, a.review_id, a.kind, a.account_key, a.transaction_keys, [q.consent_id, q.account_id]
  from asked a
  join (
    select 'then' as book, review_id, consent_id, account_id from live.internal.account_questions
    union all
    select 'now', review_id, consent_id, account_id from account_questions
  ) q using (book, review_id)
),
numbered as (
  select *,
    row_number() over (partition by book, kind, account_key, subject order by transaction_keys, review_id) as nth,
    count(*) over (partition by book, kind, account_key, subject) as questions
  from subjects
),
pairs as (
  select o.review_id as asked_then, min(n.review_id) as asked_now
  from numbered o
  join numbered n using (kind, account_key, subject, nth, questions)
  where o.book = 'then' and n.book = 'now'
  group by o.review_id
)
select w.review_id as asked_then, w.kind, p.asked_now, if(w.change = 'answered', w.reading, null) as reading, w.said_by as by, w.reason,
  if(n.resolved_by = 'person', n.reading, null) as reading_now
from words w
left join pairs p on p.asked_then = w.review_id
left join reviews n on n.review_id = p.asked_now
where w.review_id not in (select review_id from reviews)
  and (w.change = 'answered') = coalesce(w.resolved_by = 'person', false)
  -- What a bank shows counts more.
  and n.resolved_by is distinct from 'bank'
  and (w.change = 'answered' or p.asked_now is not null)
order by w.load_seq nulls first, w.run_id, w.review_id;
