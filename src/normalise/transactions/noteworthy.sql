-- What to look at among the rows of the reads.

insert into found by name
select 'sign-against-indicator' as code,
  rows || if(rows = 1, ' row carried a minus beside its indicator', ' rows carried a minus beside their indicator')
    || '; the minus was dropped, the indicator decides' as message,
  account_key, json_object('rows', rows) as evidence
from (select account_key, count(*) as rows from staged_transactions where minus_dropped and disposition <> 'quarantined' group by 1);

-- A list may move while its pages are read. On one page nothing moves: an id that is made of what a row says stands on equal payments.
insert into found by name
select 'repeated-row' as code,
  rows || if(rows = 1, ' row was listed again and is', ' rows were listed again and are') || ' counted once'
    || if(beside = 0, '', '; ' || beside || if(beside = 1, ' of them bears', ' of them bear') || ' the id of another row on the same page: '
      || 'if these are several payments, the ids of the bank do not tell them apart, and the rule transaction_ids of the institution should say unstable') as message,
  account_key, json_object('rows', rows, 'on_one_page', beside) as evidence
from (
  select s.account_key, count(*) as rows, count(*) filter (where exists (
      select 1 from staged_transactions o
      where o.transaction_key = s.transaction_key and o.page_no = s.page_no and o.row_index < s.row_index
        and o.disposition in ('read', 'repeated')
    )) as beside
  from staged_transactions s
  where s.disposition = 'repeated'
  group by 1
);

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
