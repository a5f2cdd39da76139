-- Writes down what the steps of a load have found: of the read that shows it, or else of one that speaks of its account, were it by
-- listing nothing of it.
insert into finding_sightings by name
with may_speak as (
  select l.account_key, min(b.read_no) as read_no
  from batch b
  join account_links l on l.consent_id = b.consent_id and (b.account_id is null or b.account_id = l.account_id)
  group by l.account_key
)
select f.code, coalesce(f.account_key, l.account_key) as account_key, f.account_id, f.part, f.message, f.evidence, b.run_id, b.read_id
from found f
left join spoken_of s on s.account_key = f.account_key
left join may_speak m on m.account_key = f.account_key
join batch b on b.read_no = coalesce(f.read_no, s.read_no, m.read_no, (select any_value(read_no) from batch having count(*) = 1))
left join account_links l on l.consent_id = b.consent_id and l.account_id = f.account_id;
