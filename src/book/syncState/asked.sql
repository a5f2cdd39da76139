-- The consents whose reads are planned, each with its bank, the day there, and the first that a night looks back to; and the days that
-- reads were answered about, whatever that proves; `side` where one direction alone was read.
create or replace temp table asked_consents as
select consent.* from (
  select unnest(from_json($consents, '[{
    "consent_id": "VARCHAR", "institution": "VARCHAR", "zone": "VARCHAR", "today": "DATE", "looked_from": "DATE"
  }]')) as consent
);

create or replace temp view answered_days as
select account_key, from_date, to_date, read_id, null as side from coverage
union all
select account_key, from_date, to_date, read_id, null from unconfirmed_days
union all
select account_key, from_date, to_date, read_id, side from one_sided_coverage;
