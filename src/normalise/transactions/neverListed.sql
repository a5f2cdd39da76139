-- Rows that a read leaves out though others brought them into the book, and that are no news: no list of its consent, or of one whose
-- place it took, has ever held them, or one did and others went on to list them after it had left them out. Where none held them, one of
-- these consents or of others has to be known for leaving out such rows: else it is news that a list does not hold one, and the bank may
-- have taken it back. They stay, also once nobody is left that lists them. A new row of the same instant and amount is the same payment,
-- as that list shows it.
insert into listed_elsewhere
with left_out as (
  select o.read_no, l.account_key, l.transaction_key, min(l.load_seq) as load_seq
  from left_out_rows l
  join spoken_for o using (consent_id)
  group by o.read_no, l.account_key, l.transaction_key
),
unlisted as (
  select m.read_no, m.account_key, m.transaction_key, m.booking_date, c.currency, c.amount, c.booking_at, c.identity_tier,
    l.load_seq as left_in, max(v.load_seq) as came
  from missing m
  left join left_out l on l.read_no = m.read_no and l.transaction_key = m.transaction_key
  join current_rows c on c.transaction_key = m.transaction_key
  join transaction_versions v on v.transaction_key = m.transaction_key and v.change in ('new', 'returned')
  where m.transaction_key in (select transaction_key from left_out_rows)
    or (m.read_no, m.account_key) in (select (read_no, account_key) from left_out)
  group by all
),
looks as (
  select u.read_no, u.transaction_key, u.left_in, r.load_seq,
    (u.read_no, r.consent_id) in (select (read_no, consent_id) from spoken_for) as own
  from unlisted u
  join batch b using (read_no)
  join reads r on r.resource = 'transactions' and r.load_seq >= u.came and r.load_seq < b.seq
  left join proven_days p on p.read_id = r.read_id and p.account_key = u.account_key
    and u.booking_date between p.from_date and p.to_date and coalesce((p.side = 'credit') = (u.amount > 0), true)
  where (r.load_seq = u.came or p.read_id is not null)
    and ((u.read_no, r.consent_id) in (select (read_no, consent_id) from spoken_for)
      or (u.transaction_key, r.consent_id) not in (select (transaction_key, consent_id) from left_out_rows))
),
kept as (
  select u.*, u.left_in is not null as said_before
  from unlisted u
  left join looks l on l.read_no = u.read_no and l.transaction_key = u.transaction_key
  group by all
  having not coalesce(bool_or(l.own and l.load_seq < coalesce(l.left_in, l.load_seq + 1)), false)
    or coalesce(bool_or(not l.own and l.load_seq > l.left_in), false)
),
put_in as (
  select s.read_no, s.account_key, s.currency, s.amount, s.booking_at, count(*) as rows,
    bool_or(s.identity_tier = 'content') as told_by_content
  from staged_transactions s
  join differences d using (transaction_key)
  where s.disposition = 'read' and side_of(s.status) <> 'pending' and d.change in ('new', 'returned') and d.previous_key is null
  group by all
),
-- Of these the consent's own rows that are missing have the first claim.
claimed as (
  select m.read_no, m.account_key, c.currency, c.amount, c.booking_at, count(*) as rows
  from missing m
  join current_rows c using (transaction_key)
  where (m.read_no, m.transaction_key) not in (select (read_no, transaction_key) from kept)
  group by all
)
select k.read_no, k.account_key, k.transaction_key, k.said_before
from kept k
left join put_in p using (read_no, account_key, currency, amount, booking_at)
left join claimed c using (read_no, account_key, currency, amount, booking_at)
where k.transaction_key not in (select transaction_key from listed_elsewhere)
qualify row_number() over (
    partition by k.read_no, k.account_key, k.currency, k.amount, k.booking_at order by k.said_before desc, k.transaction_key
  ) > if(p.told_by_content or k.identity_tier = 'content', greatest(coalesce(p.rows, 0) - coalesce(c.rows, 0), 0), 0);
