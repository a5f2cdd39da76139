-- Rows that content names, of which a bank leaves out the narrative or its own code for a night: a field that is absent does not
-- disagree with one that is there (docs/identity.md, rule 6). Rows of the book that are not listed under their key and rows that
-- it does not know are the same where all else is equal and each may be each, as many are on either side, fewer are listed of such as
-- say the same, or another living consent may list the rest; or where no other can be meant.
truncate linked_keys;

insert into linked_keys by name
with known as (
  select c.transaction_key, c.account_key, c.content_key, c.side, c.booking_date, c.amount, c.currency,
    folded(v.description) as narrative, v.proprietary_code, c.booking_at
  from current_rows c
  join transaction_versions v on v.transaction_key = c.transaction_key and v.version = c.version
  where c.identity_tier = 'content' and not is_over(c.change) and (c.due or c.on_margin)
    and v.booking_date between $first_stored and $last_stored and v.known_to is null
    and c.content_key not in (select content_key from postponed)
    and c.transaction_key not in (select transaction_key from staged_transactions where disposition = 'read')
),
listed as (
  select s.read_no, s.transaction_key, s.account_key, side_of(s.status) as side, s.booking_date, s.amount, s.currency,
    folded(s.description) as narrative, s.proprietary_code, s.booking_at
  from staged_transactions s
  where s.disposition = 'read' and s.identity_tier = 'content'
    and s.transaction_key not in (select transaction_key from current_rows)
),
counted as (
  select *, o.n = l.n or o.n > l.n and o.alike
      or account_key in (select account_key from other_consents) as enough, o.n * l.n as ways
  from (
    select account_key, side, booking_date, amount, currency, count(*) as n, count(distinct content_key) = 1 as alike
    from known
    group by all
  ) o
  join (select account_key, side, booking_date, amount, currency, count(*) as n from listed group by all) l
    using (account_key, side, booking_date, amount, currency)
),
possible as (
  select o.transaction_key as old_key, l.transaction_key as new_key, o.account_key, o.booking_date, l.read_no, c.enough, c.ways,
    count(*) over (partition by o.account_key, o.side, o.booking_date, o.amount, o.currency) as found,
    count(*) over (partition by o.transaction_key) as of_old,
    count(*) over (partition by l.transaction_key) as of_new,
    dense_rank() over (
      partition by o.account_key, o.side, o.booking_date, o.amount, o.currency
      order by o.booking_at, coalesce(o.narrative, ''), coalesce(o.proprietary_code, ''), o.transaction_key
    ) as old_place,
    dense_rank() over (
      partition by o.account_key, o.side, o.booking_date, o.amount, o.currency
      order by l.booking_at, coalesce(l.narrative, ''), coalesce(l.proprietary_code, ''), l.transaction_key
    ) as new_place
  from known o
  join listed l using (account_key, side, booking_date, amount, currency)
  join counted c using (account_key, side, booking_date, amount, currency)
  where (coalesce(o.narrative, '') = coalesce(l.narrative, '') or coalesce(o.narrative, '') = '' or coalesce(l.narrative, '') = '')
    and (o.proprietary_code is not distinct from l.proprietary_code or o.proprietary_code is null or l.proprietary_code is null)
)
select old_key, new_key, account_key, booking_date, read_no
from possible
where if(enough and found = ways, old_place = new_place, of_old = 1 and of_new = 1);
