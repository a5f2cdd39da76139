-- Capability rules that the book's own relations need: nothing of them stands in the journal.
create table if not exists institutions (
  institution varchar,
  history_days integer, -- how many days back it gives transactions once the first session is over; null where all of the consent's span
  lookback_days integer, -- how many days back each night looks for rows that were listed late
  timezone varchar -- the zone of its booking days
);

comment on table institutions is 'what is believed of a bank when the book was last brought up to date: its capability rules';

-- By which zones the booking days of a bank's rows were told: by one, until its rule is edited, and then the book is made again.
create table if not exists booking_zones (institution varchar, timezone varchar);
