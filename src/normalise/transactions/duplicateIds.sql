-- Ids that stand on several rows of a read, and whether all of those say the same. On pages that were asked for one after the
-- other a bank may have filled some fields of a row anew.
create or replace temp table duplicate_ids as
select account_key, transaction_id, side_of(status) as side, count(distinct row_hash) = 1 or count(distinct content_key) = 1 and count(*) = count(distinct page_no) as alike,
  count(distinct content_key) > 1 as different
from staged
where identity_tier = 'id'
group by all
having count(*) > 1;
