-- The consents whose reads are planned, each with its bank, and the day there.
create or replace temp table asked_consents as
select consent.* from (
  select unnest(from_json($consents, '[{
    "consent_id": "VARCHAR", "institution": "VARCHAR", "zone": "VARCHAR", "today": "DATE"
  }]')) as consent
);
