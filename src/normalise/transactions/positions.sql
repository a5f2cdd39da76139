-- The guard against ids that are only positions: where two or more ids have moved to content that another id had before,
-- the bank numbers its list and not its payments. From then on content tells the rows of that account.

create or replace temp table numbered as
select account_key
from (
  select s.account_key, s.transaction_id, s.content_key as now_content, v.content_key as then_content
  from staged s
  join transaction_versions v on v.transaction_key = s.transaction_key and v.known_to is null
  where s.identity_tier = 'id' and s.disposition = 'read' and s.content_key <> v.content_key
    and v.account_key in (select account_key from read_accounts)
) moved
where then_content in (select content_key from staged where disposition = 'read')
group by account_key
having count(*) >= 2;

insert into findings by name
select 'ids-are-positions' as code,
  'the transaction ids of this account number the list and not the payments; content tells its rows from now on' as message,
  account_key, $run as run_id, $read as read_id, '{}'::json as evidence
from numbered;

update staged
set identity_tier = 'content', disposition = 'read',
  transaction_key = content_identity(side_of(status), content_key, 1)
where identity_tier = 'id' and account_key in (select account_key from findings where code = 'ids-are-positions');
