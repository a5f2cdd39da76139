-- Of a read of more than fifty thousand rows one page in twenty is counted, so that counting costs nothing to speak of.
create or replace temp table counted_pages as
select page_no
from batch_pages
where frame % 20 = 0 or read_no not in (select read_no from $staged group by read_no having count(*) > 50000);

-- What the rows of a read have: fields in extra, fields that the tables show, and codes that no list has. Of an account that is
-- undecided yet nothing is counted. What the tables show is counted by column, because nearly every row has nearly all of it.
insert into field_use by name
with counted as (
  from $staged
  where disposition <> 'quarantined' and page_no in (select page_no from counted_pages) and account_key is not null
),
sums as (
  select read_no, account_key, $counts as counts
  from counted
  group by read_no, account_key
)
select read_no, account_key, $resource as resource, used.path, used.word, used.standard, sum(rows)::bigint as rows
from (
  select read_no, account_key, used, counts[nth] as rows
  from (select read_no, account_key, counts, unnest($shown) as used, generate_subscripts(counts, 1) as nth from sums)
  union all
  select read_no, account_key,
    unnest(list_concat(case when extra is not null then fields_in_extra(extra, $objects::varchar[], $standard::varchar[], '') end, $used)),
    1
  from counted
)
-- Of nought the indicator is in extra, because no sign shows it. That is no news.
where rows > 0 and used is not null and not (used.word is null and ends_with(used.path, '/CreditDebitIndicator'))
group by all;
