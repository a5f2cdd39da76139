-- The reads of which no run has told what the book shows of them: this run's own, and all that were taken in for the first time after the
-- load up to which was told, as after a killed run or a stage by itself. Where nothing says up to which that is, what runs have read since
-- the last one that came to its end.
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
