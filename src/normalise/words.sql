-- The words in which the other files of this folder speak. They are made anew for each session.

-- Whether a text is an instant or a day of ISO 8601, within living memory of a bank.
create or replace temp macro is_instant(sent) as
  regexp_full_match(sent, '(19|20|21)\d\d-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d(:?\d\d)?)?)?')
    and try_cast(left(sent, 10) as date) is not null;

-- The instant: as sent where it has an offset, else at the bank.
create or replace temp macro booking_instant(sent, zone) as
  case when not is_instant(sent) then null
    when length(sent) = 10 or not regexp_matches(substr(sent, 12), '[Zz+-]')
    then timezone(zone, try_cast(sent as timestamp))
    else try_cast(sent as timestamptz) end;

-- The booking day: the date part as written where the instant has an offset other than Z, no zone, or is midnight; else the
-- date at the bank.
create or replace temp macro booking_day(sent, zone) as
  case when right(sent, 1) in ('Z', 'z') and not regexp_full_match(substr(sent, 12), '00:00(:00(\.0+)?)?[Zz]')
    then timezone(zone, try_cast(sent as timestamptz))::date
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

-- Identity, rule 1: pending rows never share it with booked ones.
create or replace temp macro identified_key(side, account_key, transaction_id) as
  md5(concat_ws(chr(31), 'id', side, account_key, transaction_id));
create or replace temp macro content_identity(side, content_key, occurrence) as
  md5(concat_ws(chr(31), 'content', side, content_key, occurrence::varchar));

create or replace temp macro side_of(status) as
  case status when 'BOOK' then 'booked' when 'PDNG' then 'pending' when 'FUTR' then 'pending' else 'aside' end;

-- What is wrong with a field: its code, where it stands in the row, a sentence, and the value, shortened.
create or replace temp macro fault(code, path, message, evidence) as
  {'code': code, 'path': path, 'message': message, 'evidence': left(evidence::varchar, 80)};
create or replace temp macro field_fault(json_kind, value, path) as
  case when json_kind is null or json_kind = 'NULL' then fault('missing-field', path, 'a field that every row must have', null)
    when json_kind <> 'VARCHAR' then fault('wrong-type', path, 'text belongs here', value)
    when trim(value) = '' then fault('empty-field', path, 'a field that every row must have is empty', null) end;

create or replace temp macro known_status(code) as code in ('BOOK', 'PDNG', 'FUTR', 'INFO', 'RJCT');
