-- The one place where spans of coverage become days: those that overlap or touch are one. A read that was made in the midst of its
-- newest day reaches until then alone, so that day is whole only where another read proves it, or begins before that instant. The
-- newest day of all counts nevertheless: its rest is tonight's business.
create or replace view stretches as
with spans as (
  select *,
    max(to_date) over (
      partition by account_key order by from_date, to_date
      rows between unbounded preceding and 1 preceding
    ) as before_to
  from coverage
),
numbered as (
  select *,
    count(*) filter (where before_to is null or from_date > before_to) over (
      partition by account_key order by from_date, to_date rows unbounded preceding
    ) as stretch
  from spans
)
select account_key,
  min(from_date) as from_date, -- first day
  max(to_date) as to_date -- last day
from numbered
group by account_key, stretch;

comment on view stretches is 'days of an account that are proven read by spans of coverage that overlap';

create or replace view covered as
with followed as (
  select *
  from (select *, lead(from_date) over (partition by account_key order by from_date) as next_from from stretches)
  where next_from is not null
),
-- The last read of the last day of each, and one that the next begins with.
ends as (
  select f.account_key, f.to_date, f.next_from,
    max(c.read_id) filter (where c.to_date = f.to_date) as last_read,
    max(c.read_id) filter (where c.from_date = f.next_from) as next_read
  from followed f
  join coverage c on c.account_key = f.account_key and (c.to_date = f.to_date or c.from_date = f.next_from)
  group by f.account_key, f.to_date, f.next_from
),
-- Stretches whose last day had not come to its end when it was read, and that none goes on with which begins before that instant, by
-- whatever clock the bank reads its bound.
cut_short as (
  select f.account_key, f.to_date
  from ends f
  join reads r on r.read_id = f.last_read
  join reads n on n.read_id = f.next_read
  left join institutions i on i.institution = r.institution
  left join consents c on c.consent_id = n.consent_id
  where timezone(coalesce(i.timezone, 'UTC'), r.started_at)::date <= f.to_date
    and not coalesce(
      f.next_from = f.to_date + 1 and n.from_date <= f.to_date
        and greatest(
          n.from_date::timestamp,
          timezone('UTC', c.transaction_from + interval 999 milliseconds),
          timezone(coalesce(i.timezone, 'UTC'), c.transaction_from + interval 999 milliseconds)
        ) <= least(timezone('UTC', r.started_at), timezone(coalesce(i.timezone, 'UTC'), r.started_at)),
      false
    )
),
whole as (
  select account_key, from_date, if((account_key, to_date) in (from cut_short), to_date - 1, to_date)::date as to_date
  from stretches
),
islands as (
  select *,
    count(*) filter (where before_to is null or from_date > before_to + 1) over (
      partition by account_key order by from_date rows unbounded preceding
    ) as island
  from (
    select *, lag(to_date) over (partition by account_key order by from_date) as before_to
    from whole
    where from_date <= to_date
  )
)
select account_key,
  min(from_date) as from_date, -- first day
  max(to_date) as to_date -- last day
from islands
group by account_key, island;

comment on view covered is 'days of an account that are proven read, without a hole: spans of coverage that overlap or touch are one; of a day that was read before its end, and never again, nothing';
