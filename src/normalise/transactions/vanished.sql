-- Booked rows that the bank lists no more and has put no other in the place of. It may have moved one to a day before those
-- that were asked for: these are read once more, as far as such moves go.
create or replace temp table vanished as
select m.transaction_key, m.account_key, m.booking_date, v.mutability
from missing m
join transaction_versions v on v.transaction_key = m.transaction_key and v.version = m.version - 1
where m.side = 'booked' and v.booking_date between $first_stored and $last_stored
  and m.transaction_key not in (select previous_key from differences where previous_key is not null)
  and m.transaction_key not in (select old_key from replaced)
  -- Of what was asked about the answer is told.
  and not (m.doubled and m.asked_about);

insert into found by name
select 'booked-row-gone' as code, account_key,
  count(*) || if(count(*) = 1, ' booked row of ', ' booked rows of ') || min(booking_date)
    || if(min(booking_date) = max(booking_date), '', ' to ' || max(booking_date))
    || if(count(*) = 1, ' is', ' are') || ' no longer listed by the bank'
    || if(immutable = 0, '', ', which had called ' || immutable || ' of them immutable')
    || '; what it said is in transaction_versions' as message,
  json_object('rows', count(*), 'first_day', min(booking_date), 'last_day', max(booking_date),
    'transaction_keys', list(transaction_key order by transaction_key)[:100]) as evidence
from (select *, count(*) filter (where mutability = 'Immutable') over (partition by account_key) as immutable from vanished)
group by account_key, immutable
order by account_key;

insert into doubtful_days by name
select account_key, min(booking_date) - 30 as from_date, a.asked_from as to_date, 'row-gone' as reason, a.read_id,
  a.seq as load_seq
from vanished
join account_reads a using (account_key)
group by account_key, a.asked_from, a.read_id, a.seq
having from_date <= to_date;
