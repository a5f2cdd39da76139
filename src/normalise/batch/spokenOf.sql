-- Which read of the batch speaks of an account; of a read that stands for several, once.
truncate spoken_of;

insert into spoken_of by name
select distinct account_key, read_no
from $staged
where account_key is not null and disposition <> 'quarantined';
