-- What the reads that are being loaded show: each step adds what it finds. It is about an account, or about the bank; then the
-- step says of which read.
create or replace temp table found (
  code varchar,
  account_key varchar,
  account_id varchar,
  part varchar,
  message varchar,
  evidence json,
  read_no integer
);

-- Codes that the book knows of an account, with what these reads have shown so far.
create or replace temp view known_findings as
select code, account_key from finding_sightings
union all
select code, account_key from found;

-- Days that a read has proven of an account, of both sides or of one alone.
create or replace temp view proven_days as
select read_id, account_key, null as side, from_date, to_date from coverage
union all
select read_id, account_key, side, from_date, to_date from one_sided_coverage;

-- What was taken in before the reads that are being loaded, and was asked for after them.
create or replace temp table later_loads (read_no integer, load_seq bigint, read_id varchar, open_ended boolean);
