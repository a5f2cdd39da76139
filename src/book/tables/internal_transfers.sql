-- Two rows are one movement of money where amount and day agree and something besides says so: the accounts that a row
-- names, the bank's codes, a holder, the same words on both, or the rate of a currency exchange. Equal amounts alone are
-- chance. Of equal movements between the same two accounts the first debit is answered by the first credit: where money is
-- moved every day and comes on the next, what came on the day of a debit is that of the day before.
create or replace view internal_transfers as
-- Names as different banks write them: without accents, umlauts as one letter, and without what names of many have in common, such as
-- legal forms, titles, and what firms do; where that is all, with it. What an account is for names nobody.
with spelt as (
  select name, replace(replace(replace(replace(translate(strip_accents(lower(regexp_replace(name, '[''’]', '', 'g'))), 'øłđæœ', 'oldao'),
      'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u') as plain,
    list_filter(regexp_split_to_array(plain, '[^\p{L}\p{N}]+'),
      lambda word: not list_contains(['', 'my', 'account', 'savings', 'current', 'joint', 'main'], word)) as written,
    list_filter(written, lambda word: not regexp_full_match(word, 'ltd|limited|plc|llp|llc|inc|corp|corporation|company|co|gmbh|mbh|ag'
      '|kg|sarl|sas|spa|srl|bv|the|and|und|for|mr|mrs|ms|miss|dr|sir|prof|rev|reverend|herr|frau|group|holdings?|international|trading'
      '|services|solutions')) as telling,
    if(len(telling) > 0, telling, written) as called
  from (select name from account_identifiers union select counterparty_name from transactions)
),
owners as (
  select account_key,
    list(distinct lower(replace(identification, ' ', ''))) filter (not contains(identification, '*')) as numbers,
    -- An IBAN and a sort code with its number end alike.
    list_transform(numbers, lambda number: right(number, 8)) as endings,
    list(distinct lower(trim(name))) filter (name is not null) as holders,
    list(distinct n.called) filter (len(n.called) > 0) as holder_names
  from account_identifiers
  left join spelt n using (name)
  group by account_key
),
rows as (
  select t.transaction_key, t.account_key, t.currency, t.booking_date, t.booking_at, t.amount, a.institution, a.type_code,
    t.bank_transaction_sub_code as code,
    list_concat(o.numbers, o.endings) as names, o.endings, coalesce(o.holders, []) as holders, coalesce(o.holder_names, []) as holder_names,
    lower(right(replace(t.counterparty_account, ' ', ''), 8)) as other_ending, lower(trim(t.counterparty_name)) as other_name,
    coalesce(n.called, []) as other_words,
    -- What stands for no reference at all is no evidence: NOTPROVIDED in ISO 20022, NONREF at SWIFT.
    if(length(t.reference) >= 4 and regexp_replace(upper(t.reference), '[^A-Z0-9]', '', 'g') not in (
      'NOTPROVIDED', 'NONREF', 'NOREF', 'NOREFERENCE', 'NONE', 'UNKNOWN'
    ), lower(trim(t.reference)), null) as reference,
    regexp_split_to_array(lower(coalesce(t.description, '')), '[^\p{L}\p{N}.]+') as words,
    list_filter(words, lambda word: word not in ('', 'to', 'from', 'in', 'out', 'sent', 'received')) as undirected,
    t.extra -> '$.CurrencyExchange' as exchange, exchange is not null or coalesce(code = 'XBCT', false) as is_exchange
  from transactions t
  join accounts a using (account_key)
  left join owners o using (account_key)
  left join spelt n on n.name = t.counterparty_name
  -- What was paid or taken by card went to somebody else, or came from there.
  where t.amount <> 0 and t.merchant_name is null and coalesce(t.bank_transaction_code, '') not in ('CCRD', 'MCRD')
),
-- The two rows of a pair are at most three days apart. What is moved before Easter may take five, and shows what is whose after it.
sides as (
  select d.transaction_key as debit_key, c.transaction_key as credit_key, d.account_key as from_account_key,
    c.account_key as to_account_key, -d.amount as debit_amount, d.currency as debit_currency, c.amount as credit_amount,
    c.currency as credit_currency, d.booking_date as debit_date, c.booking_date as credit_date, d.booking_at as debit_at,
    c.booking_at as credit_at, c.booking_date - d.booking_date as delay, d, c
  from rows d
  join rows c on c.amount = -d.amount and c.currency = d.currency and c.account_key <> d.account_key
    and c.booking_date - d.booking_date between -3 and 5
  where d.amount < 0
  union all
  select d.transaction_key, c.transaction_key, d.account_key, c.account_key, -d.amount, d.currency, c.amount, c.currency,
    d.booking_date, c.booking_date, d.booking_at, c.booking_at, c.booking_date - d.booking_date, d, c
  from (select *, booking_date + unnest(range(-3, 6))::integer as near from rows where amount < 0 and is_exchange) d
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
    c.institution = d.institution and coalesce(d.code = c.code
      -- What crosses a border in one currency went to another bank.
      and (d.code = 'BOOK' or d.code = 'XBCT' and d.currency <> c.currency), false) as code,
    c.institution = d.institution and coalesce(c.code = 'AUTT' and c.type_code = 'CARD', false) as card_paid,
    coalesce(d.reference = c.reference, false) as referred,
    coalesce(len(d.undirected) > 0 and (d.words <> c.words or d.currency <> c.currency)
      and d.undirected = c.undirected, false) as worded,
    referred or worded as narrative,
    -- One side says that the money went to, or came from, somebody who is not called as the other's holder is: neither name has all
    -- words of the other. Its words may be cut off, and those of either be initials.
    list_bool_or(list_transform(
      [{'other': d.other_words, 'held': c.holder_names}, {'other': c.other_words, 'held': d.holder_names}],
      lambda side: len(side.other) > 0 and len(side.held) > 0 and len(list_filter(side.held, lambda held:
        array_to_string(held, '') = array_to_string(side.other, '')
        or list_bool_and(list_transform(held, lambda h: list_bool_or(list_transform(side.other,
          lambda o: o = h or length(h) = 1 and starts_with(o, h) or length(o) not in (2, 3) and starts_with(h, o)))))
        or list_bool_and(list_transform(side.other, lambda o: list_bool_or(list_transform(held,
          lambda h: o = h or length(h) = 1 and starts_with(o, h) or length(o) not in (2, 3) and starts_with(h, o)))))
      )) = 0
    )) as of_stranger,
    rate > 0 and (abs(credit_amount - debit_amount * rate) <= rounding
      or abs(debit_amount - credit_amount * rate) <= rounding) as exchange,
    -- One side says that the money went to, or came from, an account that is not the other.
    coalesce(d.other_ending is not null and not list_contains(c.endings, d.other_ending), false)
      or coalesce(c.other_ending is not null and not list_contains(d.endings, c.other_ending), false)
      or not account and of_stranger and coalesce(d.other_name = c.other_name, false) as contradicted
  from rates
),
candidates as (
  select *, if(account, 4, 0) + if(code, 3, 0) + if(card_paid, 2, 0) + if(exchange, 2, 0) + if(holder, 2, 0)
    + if(narrative, 2, 0) + if(same_holder, 1, 0) as strength,
    abs(delay) as days, least(debit_date, credit_date) as first_day, greatest(debit_date, credit_date) as last_day,
    -- What comes of an exchange is another amount each time.
    if(debit_currency = credit_currency, debit_amount, null) as equal_amount
  from evidence
  -- Who is lent money and pays it back has the same words on both rows too.
  where not contradicted
    and (account or code or card_paid or holder or not of_stranger and (referred or worded and delay between 0 and 1))
    and (debit_currency = credit_currency or exchange or (rate = 0 and code and narrative))
),
-- What the rows say comes before what their order says.
strongest as (
  from candidates
  qualify strength >= coalesce(max(strength) filter (days <= 3) over (partition by debit_key), 0)
    and strength >= coalesce(max(strength) filter (days <= 3) over (partition by credit_key), 0)
),
-- Two rows that only each other can answer are in no order with others.
alone as (
  select *,
    if(count(*) over (partition by debit_key) = 1 and count(*) over (partition by credit_key) = 1, debit_key, null) as only_one
  from strongest
),
movements as (
  select *,
    dense_rank() over (order by from_account_key, to_account_key, debit_currency, credit_currency, equal_amount, strength, only_one)
      as movement
  from alone
),
-- Equal movements so near each other that one may be answered by what answers the next are a series.
spans as (
  select *,
    max(last_day) over (partition by movement order by first_day rows between unbounded preceding and 1 preceding) as before_day
  from movements
),
parts as (
  select *,
    count(*) filter (before_day is null or first_day > before_day) over (partition by movement order by first_day) as part
  from spans
),
numbered as (
  select *, dense_rank() over (order by movement, part) as series
  from parts
),
places as (
  select *,
    dense_rank() over (partition by series order by debit_date, debit_at, debit_amount, debit_key) as debit_place,
    dense_rank() over (partition by series order by credit_date, credit_at, credit_amount, credit_key) as credit_place
  from numbered
),
counts as (
  select *, max(debit_place) over whole as debits, max(credit_place) over whole as credits,
    min(first_day) over whole as series_from, max(last_day) over whole as series_to,
    max(debit_place) over debit_day - min(debit_place) over debit_day + 1 as debits_of_day,
    max(credit_place) over credit_day - min(credit_place) over credit_day + 1 as credits_of_day,
    days = min(days) over (partition by debit_key) and days = min(days) over (partition by credit_key) as nearest
  from places
  window whole as (partition by series), debit_day as (partition by series, debit_date), credit_day as (partition by series, credit_date)
),
-- Nothing is on its way when a series begins where the days before it are known of both accounts, and nothing when it has ended
-- where those after it are. A hole in its midst leaves both open.
known as (
  select s.series,
    coalesce(f.from_date + 5 <= s.series_from and t.from_date + 5 <= s.series_from
      and least(f.to_date, t.to_date) >= s.series_from, false) as start_known,
    coalesce(greatest(f.from_date, t.from_date) <= s.series_from
      and f.to_date > s.series_to + 5 and t.to_date > s.series_to + 5, false) as end_known,
    least(f.to_date, t.to_date) as known_to
  from (select distinct series, from_account_key, to_account_key, series_from, series_to from counts) s
  asof left join covered f on f.account_key = s.from_account_key and f.from_date <= s.series_to
  asof left join covered t on t.account_key = s.to_account_key and t.from_date <= s.series_to
),
-- The first answers the first, or the last the last. It is the same where there are as many of both.
orders as (
  select *, true as from_first, debit_place as place, start_known as near_known, end_known as far_known
  from counts join known using (series)
  where debit_place = credit_place
  union all
  select *, false, debits - debit_place + 1, end_known, start_known
  from counts join known using (series)
  where debits - debit_place = credits - credit_place
),
judged as (
  select *,
    -- All so far came on the day itself, or all on later days. Where a row is missing the others seem to go from one to the other.
    near_known and count(*) over so_far = place and min(sign(delay)) over so_far = max(sign(delay)) over so_far as steady,
    count(*) over all_pairs = least(debits, credits) as complete,
    debits = credits and near_known and far_known and complete as whole,
    -- No row that is nearer can come any more.
    known_to - last_day >= days as settled
  from orders
  window so_far as (partition by series, from_first order by place), all_pairs as (partition by series, from_first)
),
-- While a series goes on its last rows have no answer yet. When it has ended with one too many, its order is worth no more than
-- where it agrees with the nearest days; and where both orders explain all others, the later of them is worth nothing.
said as (
  select *, steady and (whole or nearest and settled) as certain,
    debits <> credits and count(*) filter (steady) over (partition by series) = 2 * least(debits, credits) as undecided
  from judged
  qualify (from_first or not undecided)
    and (steady and (nearest or complete and (debits = credits or not far_known)) or whole or debits = 1 and credits = 1)
),
-- Rows of one day are worth each other, unless some of them have no answer. Where they belong to several days, as what comes on
-- a Monday, none is known to be that of one of them.
answered as (
  select * exclude (certain),
    certain and debits_of_day = credits_of_day
      and count(*) over (partition by series, from_first, debit_date, credit_date) = debits_of_day as certain
  from said
  qualify count(*) over (partition by series, from_first, debit_date) = debits_of_day
    and count(*) over (partition by series, from_first, credit_date) = credits_of_day
),
pairs as (
  select distinct on (debit_key, credit_key) *
  from answered
  where days <= 3
  order by debit_key, credit_key, certain desc
),
best as (
  from pairs
  qualify rank() over (partition by debit_key order by whole desc, days) = 1
    and rank() over (partition by credit_key order by whole desc, days) = 1
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
  if(strength >= 4 and certain and (account or holder or not of_stranger), 'high', 'low') as confidence, -- high: a row names the account, or more than one thing says so and neither names somebody else, and no equal row can be meant; low: otherwise
  json_object('days', days, 'account', account, 'code', code, 'card_paid', card_paid, 'holder', holder,
    'same_holder', same_holder, 'narrative', narrative, 'rate', exchange) as evidence -- how many days lie between, and which of these say so
from best
qualify count(*) over (partition by debit_key) = 1 and count(*) over (partition by credit_key) = 1;

comment on view internal_transfers is 'money moved between two accounts of this book, or two currencies of one: a debit and the credit that answers it';
