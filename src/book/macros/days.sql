-- Days and instants: which texts are one, and which day a booking belongs to at its bank.

-- The time at the bank of an instant, and the instant of a time there; whoever loads says it for the zones that it needs.
create or replace temp macro zoned(zone, moment) as timezone(zone, moment);

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
    then zoned(zone, try_cast(upper(sent) as timestamp))
    else instant_of(sent) end;

-- The booking day: the date part as written where the instant has an offset other than Z, no zone, or is midnight; else the
-- date at the bank.
create or replace temp macro booking_day(sent, zone) as
  case when right(sent, 1) in ('Z', 'z') and not regexp_full_match(substr(sent, 12), '00:00(:00(\.0+)?)?[Zz]')
    then zoned(zone, instant_of(sent))::date
    else try_cast(left(sent, 10) as date) end;
