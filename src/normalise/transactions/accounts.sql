-- The accounts that this read speaks of, from which day to which, and of which rows. Where no bound was sent the consent's
-- span is the bound, and where that is open, what was listed. A span begins and ends at any time of day: its first and last
-- day are read, but only of whole days does a list say what is missing; where the bank's clock is not believed, of the days
-- after it. A consent that permits only one direction says
-- nothing of the other. What the consent allows later is not what it allowed then.
create or replace temp table read_accounts as
with agreed as (
  select transaction_from, transaction_to,
    list_contains(permissions, 'ReadTransactionsCredits') as credits,
    list_contains(permissions, 'ReadTransactionsDebits') as debits
  from consent_events
  where consent_id = $consent and change = 'read' and run_id <= $run
    and learned_at <= (select started_at from reads where read_id = $read)
  order by learned_at desc, run_id desc
  limit 1
),
span as (
  select timezone($zone, transaction_from)::date as first_day,
    timezone($zone, transaction_from + interval 1 day - interval 1 microsecond)::date as first_whole,
    timezone($zone, transaction_to)::date as last_day,
    timezone($zone, transaction_to + interval 1 second)::date - 1 as last_whole,
    credits or not debits as credits, debits or not credits as debits
  from agreed
),
-- A bulk answer says nothing of an account that the bank no longer counts among those of the consent.
listed_to as (
  select max(run_id) as run_id
  from reads
  where consent_id = $consent and resource = 'accounts' and outcome = 'complete' and load_seq is not null
)
select distinct l.account_key,
  coalesce(
    greatest($from::date, span.first_day),
    (select min(s.booking_date) from staged s where s.account_key = l.account_key and s.disposition = 'read')
  ) as from_date,
  least($to::date, span.last_day) as to_date,
  greatest($from::date, span.first_whole + if($margins and $from is null, 1, 0)) as first_whole,
  least($missed_to::date, span.last_whole) as last_whole,
  coalesce(span.credits, true) as credits,
  coalesce(span.debits, true) as debits
from account_links l
left join span on true
where l.consent_id = $consent
  and case when $account is not null then l.account_id = $account
    else l.account_key in (select account_key from staged where disposition = 'read')
      or not exists (
        select 1 from account_sightings g, listed_to
        where g.account_key = l.account_key and g.last_seen_run < listed_to.run_id
      ) end;
