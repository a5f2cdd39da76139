-- The reads of which nobody can have heard what the book shows of them: those of the run, and what was taken in for the first time after the
-- newest load of which was told, as a stage by itself leaves it to the next one and a run that was killed to the next. Where nothing says
-- what was told that is what was read by runs after the last one that came to its end.
create or replace temp table untold_reads as
with since as (
  select subject from loads where load_seq > $told::bigint
  except
  select subject from loads where load_seq <= $told::bigint
)
select read_id
from reads
where run_id = $run or case
  when $told::bigint is null then run_id > coalesce((
    select max(run_id) from runs where run_id < $run and outcome not in ('interrupted', 'storage', 'failed')
  ), '')
  else read_id in (select subject from since)
end;
