-- Two rows are one movement of money where amount and day agree and something besides says so: the accounts that a row
-- names, the bank's codes, a holder, the same words on both, or the rate of a currency exchange. Equal amounts alone are
-- chance.
create or replace view internal_transfers as
with owners as (
  select account_key,
    list(distinct lower(replace(identification, ' ', ''))) filter (not contains(identification, '*')) as numbers,
    -- An IBAN and a sort code with its number end alike.
    list_transform(numbers, lambda number: right(number, 8)) as endings,
    list(distinct lower(trim(name))) filter (name is not null) as holders
  from account_identifiers
  group by account_key
),
rows as (
  select t.transaction_key, t.account_key, t.currency, t.booking_date, t.amount, a.institution, a.type_code,
    t.bank_transaction_sub_code as code,
    list_concat(o.numbers, o.endings) as names, o.endings, coalesce(o.holders, []) as holders,
    lower(right(replace(t.counterparty_account, ' ', ''), 8)) as other_ending, lower(trim(t.counterparty_name)) as other_name,
    if(length(t.reference) >= 4, lower(trim(t.reference)), null) as reference,
    regexp_split_to_array(lower(coalesce(t.description, '')), '[^\p{L}\p{N}.]+') as words,
    list_filter(words, lambda word: word not in ('', 'to', 'from', 'in', 'out', 'sent', 'received')) as undirected,
    t.extra -> '$.CurrencyExchange' as exchange, exchange is not null or coalesce(code = 'XBCT', false) as is_exchange
  from transactions t
  join accounts a using (account_key)
  left join owners o using (account_key)
  -- What was paid or taken by card went to somebody else, or came from there.
  where t.amount <> 0 and t.merchant_name is null
    and coalesce(t.bank_transaction_code, '') not in ('CCRD', 'MCRD')
),
sides as (
  select d.transaction_key as debit_key, c.transaction_key as credit_key, d.account_key as from_account_key,
    c.account_key as to_account_key, -d.amount as debit_amount, d.currency as debit_currency,
    c.amount as credit_amount, c.currency as credit_currency, d.booking_date as debit_date,
    c.booking_date as credit_date, abs(c.booking_date - d.booking_date) as days, d, c
  from rows d
  join rows c on c.amount = -d.amount and c.currency = d.currency and c.account_key <> d.account_key
    and abs(c.booking_date - d.booking_date) <= 3
  where d.amount < 0
  union all
  select d.transaction_key, c.transaction_key, d.account_key, c.account_key, -d.amount, d.currency, c.amount, c.currency,
    d.booking_date, c.booking_date, abs(c.booking_date - d.booking_date), d, c
  from (select *, booking_date + unnest(range(-3, 4))::integer as near from rows where amount < 0 and is_exchange) d
  join (from rows where amount > 0 and is_exchange) c
    on c.booking_date = d.near and c.institution = d.institution and c.currency <> d.currency
),
rates as (
  select * exclude (d, c), d, c,
    coalesce(try_cast(coalesce(d.exchange, c.exchange) ->> '$.ExchangeRate' as decimal(19,8)), 0) as rate,
    -- What one unit costs is rounded, and so is what comes of it.
    greatest(0.01, 0.0005 * greatest(debit_amount, credit_amount)) as rounding
  from sides
),
evidence as (
  select * exclude (d, c),
    coalesce(list_contains(c.endings, d.other_ending) or list_contains(d.endings, c.other_ending)
      or list_has_any(d.words, c.names) or list_has_any(c.words, d.names), false) as account,
    coalesce(list_contains(c.holders, d.other_name) or list_contains(d.holders, c.other_name), false) as holder,
    list_has_any(c.holders, d.holders) as same_holder,
    c.institution = d.institution and coalesce(d.code = c.code and d.code in ('BOOK', 'XBCT'), false) as code,
    c.institution = d.institution and coalesce(c.code = 'AUTT' and c.type_code = 'CARD', false) as card_paid,
    coalesce(d.reference = c.reference or ((d.words <> c.words or d.currency <> c.currency)
      and d.undirected = c.undirected), false) as narrative,
    rate > 0 and (abs(credit_amount - debit_amount * rate) <= rounding
      or abs(debit_amount - credit_amount * rate) <= rounding) as exchange,
    -- One side says that the money went to, or came from, an account that is not the other.
    coalesce(d.other_ending is not null and not list_contains(c.endings, d.other_ending), false)
      or coalesce(c.other_ending is not null and not list_contains(d.endings, c.other_ending), false) as contradicted
  from rates
),
candidates as (
  select *, if(account, 4, 0) + if(code, 3, 0) + if(card_paid, 2, 0) + if(exchange, 2, 0) + if(holder, 2, 0)
    + if(narrative, 2, 0) + if(same_holder, 1, 0) as strength
  from evidence
  where not contradicted and (account or code or card_paid or holder or narrative)
    and (debit_currency = credit_currency or exchange or (rate = 0 and code and narrative))
),
best as (
  select *
  from candidates
  qualify rank() over (partition by debit_key order by strength desc, days) = 1
    and rank() over (partition by credit_key order by strength desc, days) = 1
),
-- Rows of the same two accounts that say the same are worth each other: the first answers the first.
numbered as (
  select *
  from best
  qualify dense_rank() over (partition by from_account_key, to_account_key, debit_amount, credit_currency, debit_date,
      credit_date, strength order by debit_key)
    = dense_rank() over (partition by from_account_key, to_account_key, debit_amount, credit_currency, debit_date,
      credit_date, strength order by credit_key)
)
-- Where another would do as well nothing is said.
select
  debit_key, -- transaction_key of the row that takes the money out; in no other pair
  credit_key, -- transaction_key of the row that brings it in; in no other pair
  from_account_key, -- the account it left
  to_account_key, -- the account it came to; the same where a wallet changes one of its currencies into another
  debit_amount, -- what left; positive
  debit_currency, -- ISO 4217 code of what left
  credit_amount, -- what came; positive
  credit_currency, -- ISO 4217 code of what came; another in a currency exchange
  debit_date, -- booking day on the account it left
  credit_date, -- booking day on the account it came to; at most three days apart
  if(strength >= 4, 'high', 'low') as confidence, -- high: a row names the account, or more than one thing says so; low: one does
  json_object('days', days, 'account', account, 'code', code, 'card_paid', card_paid, 'holder', holder,
    'same_holder', same_holder, 'narrative', narrative, 'rate', exchange) as evidence -- how many days lie between, and which of these say so
from numbered
qualify count(*) over (partition by debit_key) = 1 and count(*) over (partition by credit_key) = 1;

comment on view internal_transfers is 'money moved between two accounts of this book, or two currencies of one: a debit and the credit that answers it';
