-- The rows that were staged ahead of the batch.
create or replace temp table $staged as
from aside.$ahead
where read_no between $first and $last;
