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

-- The last days of stretches that had not come to their end when they were read last, and the reads that the next stretch begins with.
-- One that begins before that instant, by whatever clock the bank reads its bound, reads the rest of the day. Where none was sent the
-- consent's own span bounds it, if that is why it proves nothing older. A list that is believed only after that day, as it is cut
-- there, reads the rest of it where it shows a row of before that instant, wherever it was asked for from, and the day was listed from its
-- beginning before.
create or replace view begun_days as
with followed as (
  select *
  from (select *, lead(from_date) over (partition by account_key order by from_date) as next_from from stretches)
  where next_from is not null
),
ends as (
  select f.account_key, f.to_date, f.next_from, max(c.read_id) as last_read
  from followed f
  join coverage c on c.account_key = f.account_key and c.to_date = f.to_date
  group by f.account_key, f.to_date, f.next_from
),
begun as (
  select e.account_key, e.to_date, e.next_from, coalesce(i.timezone, 'UTC') as zone,
    if(exists (
      select 1 from cut_lists l
      where l.read_id = e.last_read and l.account_key = e.account_key and l.first_listed = e.to_date
        and coalesce(timezone(zone, l.first_at)::date = e.to_date, true)
    ), null, r.started_at) as whole_to,
    least(timezone('UTC', r.started_at), timezone(zone, r.started_at)) as read_until
  from ends e
  join reads r on r.read_id = e.last_read
  left join institutions i on i.institution = r.institution
  where timezone(zone, r.started_at)::date <= e.to_date
),
followers as (
  select b.*, n.read_id, n.from_date as asked_from,
    greatest(
      timezone('UTC', o.transaction_from + interval 999 milliseconds),
      timezone(b.zone, o.transaction_from + interval 999 milliseconds)
    ) as opened_at
  from begun b
  left join coverage c on c.account_key = b.account_key and c.from_date = b.next_from and b.next_from = b.to_date + 1
  left join reads n on n.read_id = c.read_id
  left join consents o on o.consent_id = n.consent_id
)
select account_key,
  to_date as day, -- the day
  read_id as next_read, -- a read that goes on after it; null where there is none
  coalesce(
    if(asked_from is null, opened_at::date = to_date, asked_from <= to_date)
      and greatest(asked_from::timestamp, opened_at) <= read_until
      and not exists (
        select 1 from cut_lists l
        where l.read_id = followers.read_id and l.account_key = followers.account_key and l.first_listed > followers.to_date
          and coalesce(l.first_at > followers.whole_to, true)
      ),
    false
  ) as reads_rest -- whether that one reads the rest of the day too
from followers;

comment on view begun_days is 'days of an account that were read before their end, each the last of a stretch, and the reads that go on after it';

create or replace view covered as
with cut_short as (
  select account_key, day from begun_days group by account_key, day having not bool_or(reads_rest)
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
