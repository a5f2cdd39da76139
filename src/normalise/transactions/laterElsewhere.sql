-- What was asked for later under another living consent is no later word on which rows this one lists.
insert into later_elsewhere
select l.*
from later_loads l
join reads r using (read_id)
where r.consent_id in (select consent_id from other_consents);

delete from later_loads
where read_id in (select read_id from later_elsewhere);
