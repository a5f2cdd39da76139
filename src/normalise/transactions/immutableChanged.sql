-- Rows that the bank called immutable, and that say something else now. Of one that it calls mutable a change is no surprise.
insert into found by name
select 'immutable-changed' as code, account_key,
  count(*) || if(count(*) = 1, ' row that the bank had called immutable was', ' rows that the bank had called immutable were')
    || ' changed by it; what it says now is in the book, and what it said in transaction_versions' as message,
  json_object('rows', count(*), 'transaction_keys', list(transaction_key order by transaction_key)[:20]) as evidence
from differences d
join transaction_versions v using (transaction_key)
where d.change = 'changed' and v.version = d.version - 1 and v.mutability = 'Immutable'
  and v.booking_date between $first_stored and $last_stored
group by account_key
order by account_key;
