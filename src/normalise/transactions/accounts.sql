-- The accounts that each read speaks of, from which day to which, and of which rows. Where no bound was sent the consent's
-- span is the bound, and where that is open, what was listed. A span begins and ends at any time of day: only its whole days are
-- read, and say what is missing; where the bank's clock is not believed, the days after the first of them. A consent that permits
-- only one direction says nothing of the other. What the consent allows later is not what it allowed then.
create or replace temp table read_accounts as
with agreed as (
  select b.read_no, b.zone, arg_max({
      'transaction_from': e.transaction_from, 'transaction_to': e.transaction_to, 'permissions': e.permissions
    }, (e.learned_at, e.run_id, e.rowid)) as consent
  from batch b
  join reads r using (read_id)
  join consent_events e on e.consent_id = b.consent_id and e.change = 'read' and e.run_id <= b.run_id
    and e.learned_at <= r.started_at
  group by b.read_no, b.zone
),
permitted as (
  select *, list_contains(consent.permissions, 'ReadTransactionsCredits') as credits,
    list_contains(consent.permissions, 'ReadTransactionsDebits') as debits,
    list_contains(consent.permissions, 'ReadTransactionsDetail')
      or not list_contains(consent.permissions, 'ReadTransactionsBasic') as detail
  from agreed
),
span as (
  select read_no, timezone(zone, consent.transaction_from + interval 1 day - interval 1 microsecond)::date as first_whole,
    timezone(zone, consent.transaction_to + interval 1 second)::date - 1 as last_whole,
    credits or not debits as credits, debits or not credits as debits, detail
  from permitted
),
-- A bulk answer says nothing of an account that the bank no longer counts among those of the consent.
listed_to as (
  select consent_id, max(run_id) as run_id
  from reads
  where consent_id in (select consent_id from batch) and resource = 'accounts' and outcome = 'complete'
    and load_seq is not null
  group by consent_id
),
listed_rows as (
  select read_no, account_key, min(booking_date) as first_listed
  from staged_transactions
  where disposition = 'read'
  group by read_no, account_key
)
select distinct b.read_no, l.account_key,
  coalesce(greatest(b.proven_from, span.first_whole), s.first_listed) as from_date,
  least(b.proven_to, span.last_whole) as to_date,
  greatest(b.proven_from, span.first_whole + if(b.margins and b.proven_from is null, 1, 0)) as first_whole,
  least(b.missed_to, span.last_whole) as last_whole,
  coalesce(span.credits, true) as credits,
  coalesce(span.debits, true) as debits,
  coalesce(span.detail, true) as detail
from batch b
join account_links l using (consent_id)
left join span using (read_no)
left join listed_rows s on s.read_no = b.read_no and s.account_key = l.account_key
left join listed_to t on t.consent_id = b.consent_id
left join (select distinct read_no from taken_up) again on again.read_no = b.read_no
left join taken_up u on u.read_no = b.read_no and u.account_key = l.account_key
where (again.read_no is null or u.account_key is not null)
  and case when b.account_id is not null then l.account_id = b.account_id
  else s.account_key is not null or coalesce(l.last_listed_run, l.first_seen_run) >= coalesce(t.run_id, '') end;

-- The same with what is known of the read.
create or replace temp view account_reads as
from read_accounts join batch using (read_no);

-- The consents for which each read speaks: its own, and those whose place that took.
create or replace temp view spoken_for as
select read_no, consent_id from batch
union all
select b.read_no, p.replaces as consent_id from batch b join replaced_consents p using (consent_id);

insert into spoken_of by name
select account_key, read_no from read_accounts;

-- The windows of a run are one question, with those of the runs that it carries on: all of its pipeline that were killed after the
-- last one that came to its end.
create or replace temp table runs_of_question as
select run_id, run_id as read_in from batch
union
select n.run_id, u.run_id
from runs n
join runs u on u.pipeline = n.pipeline and u.run_id < n.run_id
  and coalesce(u.outcome in ('interrupted', 'storage', 'failed'), true)
where n.run_id in (select run_id from batch)
  and not exists (
    select 1 from runs e
    where e.pipeline = n.pipeline and e.run_id > u.run_id and e.run_id < n.run_id
      and e.outcome not in ('interrupted', 'storage', 'failed')
  );
