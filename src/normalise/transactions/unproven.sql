-- Days of a list that shows rows on two of its pages, before those that it proves all the same: as many rows of them may stand on no
-- page. They are read once more, when other rows stand at the edges.
insert into doubtful_days by name
select a.account_key, min(s.booking_date) as from_date, a.proven_from - 1 as to_date, 'rows-repeated' as reason, a.read_id,
  a.seq as load_seq
from account_reads a
join staged_transactions s on s.read_no = a.read_no and s.account_key = a.account_key and s.disposition = 'read'
where a.shows_twice and s.booking_date < a.proven_from
  and a.account_key not in (select account_key from doubtful_days where reason = 'rows-repeated')
group by a.account_key, a.proven_from, a.read_id, a.seq;
