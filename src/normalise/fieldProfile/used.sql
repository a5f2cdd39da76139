-- What the rows of a read have: fields in extra, fields that the tables show, and codes that no list has. Of an account that is
-- undecided yet nothing is counted.
create or replace temp table field_use as
select account_key, used.path, used.word, used.standard, count(*) as rows
from (
  select account_key,
    unnest(list_concat(fields_in_extra(extra, $objects::varchar[], $standard::varchar[], ''), $used)) as used
  from staged
  where is_looked_at(disposition, frame) and account_key is not null
)
-- Of nought the indicator is in extra, because no sign shows it. That is no news.
where used is not null and not (used.word is null and ends_with(used.path, '/CreditDebitIndicator'))
group by all;
