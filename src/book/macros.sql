-- The macros that the other files of SQL are written with. They are made anew for each session.

-- Whether a text is an instant or a day of ISO 8601, within living memory of a bank.
create or replace temp macro is_instant(sent) as
  regexp_full_match(sent, '(19|20)\d\d-\d\d-\d\d([Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-](0\d|1[0-4])(:?[0-5]\d)?)?)?')
    and try_cast(left(sent, 10) as date) is not null;

-- The instant of a text that says its offset. The database reads no offset after whole minutes, and no small letters.
create or replace temp macro instant_of(sent) as
  coalesce(
    try_cast(sent as timestamptz),
    try_cast(regexp_replace(upper(sent), '^(.{10}[T ]\d\d:\d\d)(Z|[+-])', '\1:00\2') as timestamptz)
  );

-- The instant: as sent where it has an offset, else at the bank.
create or replace temp macro booking_instant(sent, zone) as
  case when not is_instant(sent) then null
    when length(sent) = 10 or not regexp_matches(substr(sent, 12), '[Zz+-]')
    then timezone(zone, try_cast(upper(sent) as timestamp))
    else instant_of(sent) end;

-- The booking day: the date part as written where the instant has an offset other than Z, no zone, or is midnight; else the
-- date at the bank.
create or replace temp macro booking_day(sent, zone) as
  case when right(sent, 1) in ('Z', 'z') and not regexp_full_match(substr(sent, 12), '00:00(:00(\.0+)?)?[Zz]')
    then timezone(zone, instant_of(sent))::date
    else try_cast(left(sent, 10) as date) end;

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

create or replace temp macro direction(sent) as
  case lower(sent) when 'credit' then 'Credit' when 'debit' then 'Debit' end;

-- White space folded. The guard spares nine rows in ten the replacement, which is the dearest step of all.
create or replace temp macro folded(narrative) as
  case when regexp_matches(narrative, '\s\s|^\s|\s$|[\t\n\r]')
    then trim(regexp_replace(narrative, '\s+', ' ', 'g')) else narrative end;

-- Pending rows never share a key with booked ones (docs/identity.md, rule 4).
create or replace temp macro identified_key(side, account_key, transaction_id) as
  md5(concat_ws(chr(31), 'id', side, account_key, transaction_id));
create or replace temp macro content_identity(side, content_key, occurrence) as
  md5(concat_ws(chr(31), 'content', side, content_key, occurrence::varchar));

-- The key of the nth statement of a balance for one instant.
create or replace temp macro numbered_balance(digest, nth) as
  if(nth = 1, digest, md5(concat_ws(chr(31), digest, nth::varchar)));

-- What remains of a row when all that is understood is taken away: a patch (RFC 7396) names what to take. Of an object that
-- is understood as a whole nothing remains; of another what is not understood; of what should be an object and is none, all.
create or replace temp macro taken(name, sent, bare, patch) as
  case when sent is null or sent = bare then '"' || name || '":null'
    when starts_with(sent, '{') then '"' || name || '":' || patch end;
create or replace temp macro without_empties(rest) as
  regexp_replace(regexp_replace(rest, ',"\w+":\{\}|"\w+":\{\},?', '', 'g'), ',"\w+":\{\}|"\w+":\{\},?', '', 'g');
create or replace temp macro rest_of(rest) as
  case when rest::varchar = '{}' then null
    when contains(rest::varchar, ':{}') then nullif(without_empties(rest::varchar), '{}')::json
    else rest end;

create or replace temp macro side_of(status) as
  case status when 'BOOK' then 'booked' when 'PDNG' then 'pending' when 'FUTR' then 'pending' else 'aside' end;

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

-- The faults of an object of Amount and Currency: its own, or those of its parts.
create or replace temp macro amount_faults(kind, amount_kind, currency_kind, amount, amount_text, currency, path) as
  case when kind is null or kind = 'NULL'
    then [fault('missing-field', path, 'a field that every row must have', null)]
    when kind <> 'OBJECT' then [fault('wrong-type', path, 'an object belongs here', kind_of(kind))]
    else [
      case when amount_kind in ('UBIGINT', 'BIGINT', 'DOUBLE') and amount_text is null
        then fault('amount-inexact', path || '/Amount', 'a number of more digits than a number can carry', kind_of(amount_kind))
        when amount_kind in ('UBIGINT', 'BIGINT', 'DOUBLE') then null
        else field_fault(amount_kind, amount, path || '/Amount') end,
      case when trim(amount_text) <> '' and amount_of(amount_text) is null
        then fault('bad-amount', path || '/Amount', 'not 1 to 13 digits with at most 5 decimals', shown_amount(amount)) end,
      field_fault(currency_kind, currency, path || '/Currency'),
      case when is_filled(currency_kind, currency) and not regexp_full_match(currency, '[A-Z]{3}')
        then fault('bad-currency', path || '/Currency', 'not three capital letters', shown_currency(currency)) end
    ] end;

-- Whether a text identifies an account: a mask hides the number.
create or replace temp macro is_identification(sent) as
  coalesce(length(trim(sent)) > 1 and not regexp_matches(sent, '[*•]|[xX]{2}'), false);

-- Whether none of the identifications of an account, as the book keeps them, identifies it.
create or replace temp macro is_unidentified(identifiers) as
  len(list_filter(
    from_json(identifiers, '[{"identification":"VARCHAR"}]'), lambda i: is_identification(i.identification)
  )) = 0;

-- What a row says, whatever account it stands under and whatever id it has.
create or replace temp macro row_content(booking_date, amount, currency, narrative, proprietary_code) as
  md5_number(concat_ws(chr(31), booking_date::varchar, amount::varchar, currency, coalesce(folded(narrative), ''),
    coalesce(proprietary_code, '')));

-- What a row says besides what it is for: a field, or a code that no list has.
create or replace temp macro field_used(path, word, standard) as {'path': path, 'word': word, 'standard': standard};

-- The fields that are kept in extra. Of an object that the tables show in part, those that they do not show.
create or replace temp macro fields_in_extra(extra, objects, standard) as
  list_transform(
    list_concat(
      list_transform(list_filter(json_keys(extra), lambda key: not list_contains(objects, key)), lambda key: '/' || key),
      flatten(list_transform(
        list_zip(objects, json_keys(extra, list_transform(objects, lambda name: '$.' || name))),
        lambda part: list_transform(part[2], lambda key: '/' || part[1] || '/' || key)
      ))
    ),
    lambda path: field_used(path, null::varchar, list_contains(standard, path))
  );

-- Of a read of more than fifty thousand rows one page in twenty is looked at, so that counting costs nothing to speak of.
create or replace temp macro is_looked_at(disposition, frame) as
  disposition <> 'quarantined' and (frame % 20 = 0 or (select count(*) from staged) <= 50000);
