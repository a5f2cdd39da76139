-- A candidate is any debit of one account and any credit of another, equal in amount and currency, at most three days
-- apart. A pair stands only where neither of the two has another candidate.
create or replace view internal_transfers as
with rows as (
  select transaction_key, account_key, currency, booking_date, amount from transactions where amount <> 0
),
candidates as (
  select d.transaction_key as debit_key, c.transaction_key as credit_key, d.account_key as from_account_key,
    c.account_key as to_account_key, c.amount, d.currency, d.booking_date as debit_date, c.booking_date as credit_date
  from rows d
  join rows c on c.amount = -d.amount and c.currency = d.currency and c.account_key <> d.account_key
    and abs(c.booking_date - d.booking_date) <= 3
  where d.amount < 0
)
select
  debit_key, -- transaction_key of the row that takes the money out; in no other pair
  credit_key, -- transaction_key of the row that brings it in; in no other pair
  from_account_key, -- the account it left
  to_account_key, -- the account it came to
  amount, -- how much; positive
  currency, -- ISO 4217 code of both rows
  debit_date, -- booking day on the account it left
  credit_date -- booking day on the account it came to; at most three days apart
from candidates
qualify count(*) over (partition by debit_key) = 1 and count(*) over (partition by credit_key) = 1;

comment on view internal_transfers is 'money moved between two accounts of this book: a debit and the only credit that answers it, and the other way round';
