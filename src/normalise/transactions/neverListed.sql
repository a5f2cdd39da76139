-- Rows that a read leaves out, that others brought into the book, and that no list of its consent, or of those whose place it took, has
-- ever held. Where these are known to have held fewer rows of the account than others did, it is no news that this one does not hold them,
-- and they stay, also once nobody is left that lists them. Of a consent of which that is not known it is: the bank may have taken them back.
insert into listed_elsewhere
with of_lists as (
  select read_no, seq, consent_id from batch
  union all
  select b.read_no, b.seq, p.replaces from batch b join replaced_consents p using (consent_id)
),
left_out as (
  select o.read_no, l.account_key, l.transaction_key, min(l.load_seq) as load_seq
  from left_out_rows l
  join of_lists o using (consent_id)
  where l.account_key in (select account_key from missing)
  group by o.read_no, l.account_key, l.transaction_key
),
unlisted as (
  select u.read_no, u.account_key, u.transaction_key, any_value(u.left_in) as left_in, arg_max(v.booking_date, v.version) as booking_date,
    arg_max(v.amount, v.version) as amount, max(v.load_seq) filter (where v.change in ('new', 'returned')) as came
  from (
    select read_no, account_key, transaction_key, load_seq as left_in from left_out
    union all by name
    select m.read_no, m.account_key, m.transaction_key from missing m anti join left_out using (read_no, transaction_key)
  ) u
  join transaction_versions v using (transaction_key)
  where u.account_key in (select account_key from left_out)
  group by u.read_no, u.account_key, u.transaction_key
),
proven as (
  select read_id, account_key, null as side, from_date, to_date from coverage
  union all
  select read_id, account_key, side, from_date, to_date from one_sided_coverage
),
listed as (
  select u.read_no, u.transaction_key
  from unlisted u
  join of_lists o using (read_no)
  join reads r on r.consent_id = o.consent_id and r.resource = 'transactions' and r.load_seq >= u.came
    and r.load_seq < coalesce(u.left_in, o.seq)
  left join proven p on p.read_id = r.read_id and p.account_key = u.account_key
    and u.booking_date between p.from_date and p.to_date and coalesce((p.side = 'credit') = (u.amount > 0), true)
  where r.load_seq = u.came or p.read_id is not null
),
never_listed as (
  select *, count(left_in) over (partition by read_no, account_key) as known
  from unlisted u
  anti join listed l on l.read_no = u.read_no and l.transaction_key = u.transaction_key
)
select n.read_no, n.account_key, n.transaction_key, n.left_in is not null as said_before
from never_listed n
join missing m on m.read_no = n.read_no and m.transaction_key = n.transaction_key
where n.known > 0 and n.transaction_key not in (select transaction_key from listed_elsewhere);
