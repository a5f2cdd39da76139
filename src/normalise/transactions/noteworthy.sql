-- What to look at among the rows of the reads.

insert into found by name
select 'sign-against-indicator' as code,
  rows || if(rows = 1, ' row carried a minus beside its indicator', ' rows carried a minus beside their indicator')
    || '; the minus was dropped, the indicator decides' as message,
  account_key, json_object('rows', rows) as evidence
from (select account_key, count(*) as rows from staged_transactions where minus_dropped and disposition <> 'quarantined' group by 1);

insert into found by name
select 'repeated-row' as code,
  rows || if(rows = 1, ' row was listed again on a later page and is', ' rows were listed again on a later page and are')
    || ' counted once' as message,
  account_key, json_object('rows', rows) as evidence
from (select account_key, count(*) as rows from staged_transactions where disposition = 'repeated' group by 1);

-- A day more or less is the difference between the clock of a bank and ours.
insert into found by name
select 'booked-outside-window' as code,
  rows || if(rows = 1, ' row has a booking day', ' rows have booking days') || ' outside the window that was asked for; '
    || if(rows = 1, 'it is', 'they are') || ' kept' as message,
  account_key, json_object('rows', rows, 'first', first, 'last', last) as evidence
from (
  select account_key, count(*) as rows, min(booking_date) as first, max(booking_date) as last
  from staged_transactions
  join batch using (read_no)
  where disposition = 'read' and (booking_date < asked_from - 1 or booking_date > asked_to + 1)
  group by 1
);
