-- Which read of the batch speaks of an account; of a read that stands for several, once.
create or replace temp table spoken_of as
select distinct account_key, read_no
from staged
where account_key is not null and disposition <> 'quarantined';
