-- Rows that other living consents list and this one never has: a row of this list that says the same under another id is another
-- payment, unless the bank gives ids for each consent. Such a bank shows all rows under other ids to another person; one whose ids
-- are the same for all shows most of those that both lists hold under one. Where there are no such rows yet, rows of one instant
-- are the same.
create or replace temp table named_rows as
from current_rows
where identity_tier = 'id' and account_key in (select account_key from other_consents);

-- Which consent lists which row: the load that proved its day last under each tells. A list that was not read to its end holds what
-- it has brought.
create or replace temp table proven_by as
select d.account_key, d.booking_date, r.consent_id, max(r.load_seq) as load_seq
from (select distinct account_key, booking_date from named_rows) d
join coverage p on p.account_key = d.account_key and d.booking_date >= p.from_date
join reads r on r.read_id = p.read_id and (r.to_date is null or d.booking_date <= p.to_date)
group by d.account_key, d.booking_date, r.consent_id;

create or replace temp table listed_by as
select c.transaction_key, c.account_key, p.consent_id
from named_rows c
join proven_by p on p.account_key = c.account_key and p.booking_date = c.booking_date and p.load_seq >= c.load_seq
where (c.transaction_key, p.consent_id) not in (select (transaction_key, consent_id) from left_out_rows)
union
select c.transaction_key, c.account_key, r.consent_id
from named_rows c
join reads r using (load_seq);

create or replace temp table listed_by_others as
select distinct transaction_key, account_key
from listed_by
where (account_key, consent_id) in (select (account_key, consent_id) from other_consents);

-- Accounts of whose rows that both list no more than half have another id under one of them.
create or replace temp table common_ids as
select account_key
from listed_by_others
where transaction_key in (select transaction_key from staged_transactions where disposition = 'read' and identity_tier = 'id')
group by account_key
having count(*) filter (where transaction_key in (select old_key from key_changes)) <= count(*) / 2;

insert into others_own
select transaction_key
from named_rows
where transaction_key in (select transaction_key from listed_by_others)
  and transaction_key not in (select transaction_key from listed_by join account_reads using (account_key, consent_id))
  and (
    account_key in (select account_key from common_ids)
    or (content_key, booking_at) not in (select (content_key, booking_at) from staged_transactions where disposition = 'read')
  );
