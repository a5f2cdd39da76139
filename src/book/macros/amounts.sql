-- Amounts: which texts are one, and which sign it gets.

-- The text of an amount: a string as it stands; a number by its text where that is exact, up to 15 significant digits.
create or replace temp macro amount_text(sent, json_kind) as
  case when json_kind = 'VARCHAR' then sent
    when json_kind in ('UBIGINT', 'BIGINT', 'DOUBLE') and length(ltrim(regexp_replace(sent, '[^0-9]', '', 'g'), '0')) <= 15
      and not contains(sent, 'e')
    then sent end;

-- The unsigned amount of a text, null where it is none. One leading minus is dropped: the indicator decides.
create or replace temp macro amount_of(sent) as
  case when regexp_full_match(sent, '-?\d{1,13}(\.\d{1,5})?')
    then try_cast(ltrim(sent, '-') as decimal(18, 5)) end;

-- Which way money went, whatever the letters.
create or replace temp macro direction(sent) as
  case lower(sent) when 'credit' then 'Credit' when 'debit' then 'Debit' end;

-- The amount with its sign, as every table has it: what came in is positive, what went out negative.
create or replace temp macro signed(direction, unsigned) as
  case direction when 'Credit' then unsigned when 'Debit' then -unsigned end;
