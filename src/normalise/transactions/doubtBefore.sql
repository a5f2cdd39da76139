-- Days before what is in doubt now: they are read once more, as far back as the account's days were read.
insert into doubtful_days by name
select a.account_key, coalesce(min(c.from_date), any_value(a.given_from)) as from_date, a.asked_from as to_date,
  $reason as reason, a.read_id, a.seq as load_seq
from $doubted
join account_reads a using (account_key)
left join coverage c using (account_key)
group by a.account_key, a.asked_from, a.read_id, a.seq
having coalesce(min(c.from_date), any_value(a.given_from)) <= a.asked_from;
