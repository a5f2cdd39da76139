-- What is wrong with a row: faults, and what may be shown of the value at fault.

-- What may be shown of a value at fault. People's names and account numbers stray into any field, so only what looks like
-- the field's own words is shown as it stands; of all else only the shape: a for a letter, 9 for a digit.
create or replace temp macro shape_of(sent) as
  left(regexp_replace(regexp_replace(sent, '\p{L}', 'a', 'g'), '\p{N}', '9', 'g'), 40);
create or replace temp macro shown(sent, pattern) as
  case when regexp_full_match(sent, pattern) then sent else shape_of(sent) end;
create or replace temp macro shown_amount(sent) as
  case when length(regexp_replace(sent, '\D', '', 'g')) <= 13 then shown(sent, '[0-9.,+\-eE_ ]{0,24}') else shape_of(sent) end;
create or replace temp macro shown_date(sent) as
  shown(sent, '[0-9]{1,4}[-/.][0-9A-Za-z]{1,3}[-/.][0-9]{1,4}([T ][0-9:.]{1,20}([Zz]|[+-][0-9:]{1,6})?)?');
create or replace temp macro shown_word(sent) as shown(sent, '[A-Za-z][A-Za-z_.]{0,23}');
create or replace temp macro shown_currency(sent) as shown(sent, '\P{N}{0,3}');

-- What JSON has in the place of text.
create or replace temp macro kind_of(json_kind) as
  case json_kind when 'OBJECT' then 'an object' when 'ARRAY' then 'a list' when 'BOOLEAN' then 'true or false'
    when 'NULL' then 'null' when 'VARCHAR' then 'text' else 'a number' end;

-- What is wrong with a field: its code, where it stands in the row, a sentence, and what may be shown of the value.
create or replace temp macro fault(code, path, message, evidence) as
  {'code': code, 'path': path, 'message': message, 'evidence': evidence};
create or replace temp macro field_fault(json_kind, value, path) as
  case when json_kind is null or json_kind = 'NULL' then fault('missing-field', path, 'a field that every row must have', null)
    when json_kind <> 'VARCHAR' then fault('wrong-type', path, 'text belongs here', kind_of(json_kind))
    when trim(value) = '' then fault('empty-field', path, 'a field that every row must have is empty', null) end;
-- A row that is longer than any bank has a reason for: what it holds is more than can be compared, sorted and exported.
create or replace temp macro is_too_long(sent) as strlen(sent::varchar) > 262144;
create or replace temp macro row_faults(json_kind, sent) as
  case when json_kind is distinct from 'OBJECT' then [fault('not-an-object', '', 'the row is no object', kind_of(json_kind))]
    when is_too_long(sent) then [fault('row-too-long', '', 'the row is longer than 256 KB', null)] end;
-- A field that has text.
create or replace temp macro is_filled(json_kind, value) as json_kind = 'VARCHAR' and trim(value) <> '';

-- The faults that balances and transactions share: of the account that a row names, of its indicator, of a date that was
-- understood as something or as nothing.
create or replace temp macro account_fault(json_kind, value, asked) as
  case when asked is not null and is_filled(json_kind, value) and value <> asked
    then fault('other-account', '/AccountId', 'the row belongs to another account than the one asked for', null) end;
create or replace temp macro indicator_fault(json_kind, value) as
  case when is_filled(json_kind, value) and direction(value) is null
    then fault('unknown-indicator', '/CreditDebitIndicator', 'neither Credit nor Debit', shown_word(value)) end;
create or replace temp macro date_fault(json_kind, value, understood, path) as
  case when is_filled(json_kind, value) and understood is null
    then fault('bad-date', path, 'not an instant or a day of ISO 8601', shown_date(value)) end;

-- A sum with more digits than the number that carries it.
create or replace temp macro inexact_fault(path, evidence) as
  fault('amount-inexact', path, 'a number of more digits than a number can carry', evidence);

-- The faults of an object of Amount and Currency: its own, or those of its parts.
create or replace temp macro amount_faults(kind, amount_kind, currency_kind, amount, amount_text, currency, path) as
  case when kind is null or kind = 'NULL'
    then [fault('missing-field', path, 'a field that every row must have', null)]
    when kind <> 'OBJECT' then [fault('wrong-type', path, 'an object belongs here', kind_of(kind))]
    else [
      case when amount_kind in ('UBIGINT', 'BIGINT', 'DOUBLE') and amount_text is null
        then inexact_fault(path || '/Amount', kind_of(amount_kind))
        when amount_kind in ('UBIGINT', 'BIGINT', 'DOUBLE') then null
        else field_fault(amount_kind, amount, path || '/Amount') end,
      case when trim(amount_text) <> '' and amount_of(amount_text) is null
        then fault('bad-amount', path || '/Amount', 'not 1 to 13 digits with at most 5 decimals', shown_amount(amount)) end,
      field_fault(currency_kind, currency, path || '/Currency'),
      case when is_filled(currency_kind, currency) and not regexp_full_match(currency, '[A-Z]{3}')
        then fault('bad-currency', path || '/Currency', 'not three capital letters', shown_currency(currency)) end
    ] end;
