-- Writes down what the steps of a load have found.
insert into finding_sightings by name
select code, account_key, account_id, part, message, evidence, $run as run_id, $read as read_id
from found;
