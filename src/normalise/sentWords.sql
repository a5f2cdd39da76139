-- What a bank sends: fields that are kept in extra, fields that the tables show, and codes that no list has. Of a read of
-- more than fifty thousand rows one page in twenty is looked at, so that counting costs nothing to speak of.
create or replace temp table looked_at as
select *
from staged
where disposition <> 'quarantined' and (frame % 20 = 0 or (select count(*) from staged) <= 50000);

create or replace temp table looked_now as
select account_key, count(*) as rows
from looked_at
group by account_key;

create or replace temp table words_now (account_key varchar, path varchar, word varchar, standard boolean, rows bigint);

insert into words_now
select account_key, path, null, list_contains($standard::varchar[], path), count(*)
from (
  select account_key, '/' || unnest(json_keys(extra)) as path
  from looked_at
  where extra is not null
  union all
  select account_key, '/' || object || '/' || unnest(keys) as path
  from (
    select account_key, unnest($objects::varchar[]) as object,
      unnest(json_keys(extra, list_transform($objects::varchar[], lambda name: '$.' || name))) as keys
    from looked_at
    where extra is not null
  )
)
where not list_contains(list_transform($objects::varchar[], lambda name: '/' || name), path)
group by account_key, path;
