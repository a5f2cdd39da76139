-- Which account is which, by their rows: of those whose list is complete. A list is not where a read of it was killed or broke
-- off in the same run.
insert into decidable
select account_id
from (select unnest($listed::varchar[]) as account_id) a
where account_id not in (select account_id from decidable) and not exists (
  select 1 from reads r
  where r.consent_id = $consent and r.run_id = $run and r.resource = 'transactions'
    and (r.account_id is null or r.account_id = a.account_id)
    and (r.outcome is null or r.outcome in ('failed', 'quota', 'needs-person')
      or r.outcome = 'partial' and r.error_tag is distinct from 'WindowNarrowed' and r.untold_from is null)
);

-- Of the days that both list: how many rows are equal, how many agree in day and amount, and how many could. Where only one of
-- both shows narratives, as not to a consent without detail, rows are as equal as they agree.
create or replace temp table likeness as
with mine as (
  select account_id, booking_date, amount, currency, row_content, payment, count(*) as rows, bool_or(told) as told,
    coalesce(list(id) filter (where id is not null), []) as ids
  from sampled_rows
  group by all
),
theirs as (
  select account_key, booking_date, amount, currency,
    row_content(booking_date, amount, currency, description, proprietary_code) as row_content, count(*) as rows,
    bool_or(description is not null) as told, coalesce(list(transaction_id) filter (where identity_tier = 'id'), []) as ids
  from transaction_versions
  where account_key in (select account_key from candidate_accounts) and known_to is null and status = 'BOOK' and change <> 'absent'
    and booking_date between $first_day and $last_day
  group by all
),
mine_span as (
  select account_id, min(booking_date) as first, max(booking_date) as last, bool_or(told) as told from mine group by 1
),
their_span as (
  select account_key, min(booking_date) as first, max(booking_date) as last, bool_or(told) as told from theirs group by 1
),
equal as (
  select m.account_id, t.account_key, sum(least(m.rows, t.rows)) as rows, count(distinct m.payment) as payments,
    bool_and(len(m.ids) > 0 and len(t.ids) > 0 and not list_has_any(m.ids, t.ids)) as bears_other_ids
  from mine m
  join theirs t using (row_content)
  group by all
),
agreeing as (
  select m.account_id, t.account_key, sum(least(m.rows, t.rows)) as rows, count(distinct m.amount) as payments,
    bool_and(len(m.ids) > 0 and len(t.ids) > 0 and not list_has_any(m.ids, t.ids)) as bears_other_ids
  from (
    select account_id, booking_date, amount, currency, sum(rows) as rows, flatten(list(ids)) as ids from mine group by all
  ) m
  join (
    select account_key, booking_date, amount, currency, sum(rows) as rows, flatten(list(ids)) as ids from theirs group by all
  ) t using (booking_date, amount, currency)
  group by all
),
compared as (
  select n.account_id, n.account_key, n.called_so, n.of_one_kind, n.replaced, i.told <> h.told as poor,
    coalesce(if(poor, a.rows, e.rows), 0) as matched, coalesce(if(poor, a.payments, e.payments), 0) as payments,
    coalesce(if(poor, a.bears_other_ids, e.bears_other_ids), false) as bears_other_ids, coalesce(a.rows, 0) as agreeing,
    least(
      coalesce((select sum(m.rows) from mine m where m.account_id = n.account_id
        and m.booking_date between h.first and h.last), 0),
      coalesce((select sum(t.rows) from theirs t where t.account_key = n.account_key
        and t.booking_date between i.first and i.last), 0)
    ) as possible
  from candidate_accounts n
  left join equal e on e.account_id = n.account_id and e.account_key = n.account_key
  left join agreeing a on a.account_id = n.account_id and a.account_key = n.account_key
  left join mine_span i on i.account_id = n.account_id
  left join their_span h on h.account_key = n.account_key
  where n.account_id in (select account_id from decidable)
)
-- What is paid every week to two is one coincidence, however often it is paid, and amounts alone are one sooner; ids that are believed
-- are not another's, and what two consents show of one account differs by what was booked between their reads.
select *, matched >= 3 and matched >= 0.5 * possible and (
    replaced and not poor or payments >= if(poor, 5, 3) and not bears_other_ids and agreeing >= 0.9 * possible
  ) as equal_rows
from compared;

-- An equal AccountId under the consent that this one replaces, or what identifies it under another, where the rows of common days
-- do not disagree, and nowhere else are the same rows. AccountIds may be places in a list: where it is of another kind now, rows
-- must agree.
insert into matched_accounts
select account_id, account_key
from likeness s
where called_so and (of_one_kind or equal_rows) and agreeing >= 0.5 * possible and not exists (
  select 1 from likeness o
  where o.equal_rows and o.matched > s.matched
    and (o.account_id = s.account_id and o.account_key <> s.account_key
      or o.account_id <> s.account_id and o.account_key = s.account_key)
)
qualify row_number() over (partition by account_id order by matched desc, possible desc, account_key) = 1
  and count(*) over (partition by account_key) = 1;

-- Equal rows: at least three, and half of those that both could have, and no other account comes near.
create or replace temp table alike as
select account_id, account_key
from likeness
where equal_rows
  and account_id not in (select account_id from matched_accounts)
  and account_key not in (select account_key from matched_accounts)
qualify matched > 2 * coalesce(max(matched) over (
    partition by account_id order by matched desc, account_key rows between 1 following and unbounded following
  ), 0)
  and row_number() over (partition by account_id order by matched desc, account_key) = 1;

-- Two accounts that want to be the same one are neither.
insert into matched_accounts
select account_id, account_key from alike
qualify count(*) over (partition by account_key) = 1;
