-- A currency of which an account lists rows for the first time, in a list that does not reach back to its beginning: what stands
-- in it on the days before is in no list that was read. These are read once more, as far back as the account's days were read.
insert into doubtful_days by name
select a.account_key, coalesce(min(c.from_date), any_value(a.given_from)) as from_date, a.asked_from as to_date,
  'new-currency' as reason, a.read_id, a.seq as load_seq
from $new_currencies n
join account_reads a using (account_key)
left join coverage c using (account_key)
where exists (select 1 from transaction_versions v where v.account_key = n.account_key)
  and not exists (select 1 from transaction_versions v where v.account_key = n.account_key and v.currency = n.currency)
group by a.account_key, a.asked_from, a.read_id, a.seq
having coalesce(min(c.from_date), any_value(a.given_from)) <= a.asked_from;
