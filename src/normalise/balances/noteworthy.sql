-- What a person should hear of the balances: signs against their indicator, two amounts of one balance at one instant, and days to come.
insert into found by name
select 'sign-against-indicator' as code,
  rows || ' balances carried a minus beside their indicator; the minus was dropped, the indicator decides' as message,
  account_key, json_object('rows', rows) as evidence
from (select account_key, count(*) as rows from staged_balances where minus_dropped and disposition <> 'quarantined' group by 1)
union all
select 'balance-contradicted',
  'two amounts are stated of ' || string_agg(named, ', ' order by named) || ' at one instant; neither proves anything',
  account_key, json_object('balances', list(named order by named))
from (
  select account_key, concat_ws(' ', type, currency) as named
  from staged_balances
  where disposition = 'read' and len(credit_lines) = 0 and type in ('ITBD', 'CLBD', 'OPBD', 'ITAV', 'CLAV', 'XPCD')
  group by account_key, type, type_sent, sub_type, currency, local_currency, as_of, read_no
  having min(amount) < max(amount)
)
group by account_key
union all
select 'balance-contradicted',
  'two consents were told two amounts of ' || string_agg(named, ', ' order by named) || ' at one instant; the one that was asked later '
    || 'counts',
  account_key, json_object('balances', list(named order by named))
from (
  select distinct account_key, concat_ws(' ', type, currency) as named
  from staged_balances
  join earlier_statements using (page_no, row_index)
  where contradicts and not several and len(credit_lines) = 0 and sub_type <> 'LCUR'
)
group by account_key
union all
select 'balance-dated-ahead',
  'the bank dates ' || string_agg(named, ', ' order by named) || ' days ahead; such a balance proves nothing, and is not the newest',
  account_key, json_object('balances', list(named order by named))
from (
  select s.account_key, concat_ws(' ', s.type, s.currency, 'of', strftime(max(s.as_of) at time zone 'UTC', '%Y-%m-%d')) as named
  from staged_balances s
  join batch b using (read_no)
  where s.disposition = 'read' and s.type in ('ITBD', 'CLBD', 'OPBD') and s.as_of > b.known + interval 2 days
  group by s.account_key, s.type, s.currency
)
group by account_key;
