-- Writes down what the steps of a load have found.
insert into finding_sightings by name
select f.code, coalesce(f.account_key, l.account_key) as account_key, f.account_id, f.part, f.message, f.evidence, b.run_id, b.read_id
from found f
left join spoken_of s on s.account_key = f.account_key
join batch b on b.read_no = coalesce(f.read_no, s.read_no, (select any_value(read_no) from batch having count(*) = 1))
left join account_links l on l.consent_id = b.consent_id and l.account_id = f.account_id;
