-- What the read that is being loaded shows: each step adds what it finds. It is about an account, or about the bank.
create or replace temp table found (
  code varchar,
  account_key varchar,
  account_id varchar,
  part varchar,
  message varchar,
  evidence json
);

-- Codes that the book knows of an account, with what this read has shown so far.
create or replace temp view known_findings as
select code, account_key from finding_sightings
union all
select code, account_key from found;
