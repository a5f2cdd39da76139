-- A book of before has one row in findings for each time that a read showed one.
alter table findings rename to finding_sightings;

alter table finding_sightings add column part varchar;

update finding_sightings
set part = coalesce(evidence ->> '$.other_account_key', concat_ws('=', evidence ->> '$.path', evidence ->> '$.word'))
where code in ('field-started', 'field-stopped', 'unknown-field', 'unknown-code', 'same-rows-under-two-accounts');
