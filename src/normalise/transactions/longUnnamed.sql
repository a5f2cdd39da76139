-- Accounts of which lists of all accounts have named no row for more than twice as many days as are looked back, and that were not
-- read by themselves meanwhile; or none ever, where the bank refuses to list them by themselves. Where it has stated a balance since,
-- that tells whether rows are missing; where not, nothing does.
insert into found by name
with unnamed as (
  select a.read_no, a.account_key, a.today - 2 * a.lookback - 2 as long_ago,
    (select max(c.to_date) from coverage c where c.account_key = a.account_key) as covered_to,
    (
      select min(timezone(a.zone, r.started_at)::date)
      from unconfirmed_days u
      join reads r on r.read_id = u.read_id
      where u.account_key = a.account_key
    ) as asked_on,
    exists (
      select 1
      from reads r
      join account_links l using (consent_id, account_id)
      where l.account_key = a.account_key and r.resource = 'transactions' and r.outcome = 'refused' and r.run_id <= a.run_id
    ) as refused
  from account_reads a
  join answered_spans s on s.account_key = a.account_key and s.read_id = a.read_id and not s.proven
)
select 'never-named' as code, account_key, read_no,
  'since ' || since || ' no list of all accounts names a row of this account, and it was not read by itself: whether it is quiet or '
    || 'left out nothing tells, and the days since are not proven' as message,
  json_object('since', since) as evidence
from (select *, coalesce(covered_to, asked_on) as since from unnamed) n
where (since < long_ago or (covered_to is null and refused))
  and not exists (select 1 from balances b where b.account_key = n.account_key and b.as_of::date > n.since);
