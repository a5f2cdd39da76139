-- The accounts of one read, as understood. Words of version 3.1 are read where version 4 is silent.
create or replace temp table staged as
with pages as (
  select regexp_extract(filename, '(\d+)\.json$', 1)::integer as frame,
    try_cast(ltrim(content, chr(65279)) as json) as page
  from read_text($files)
),
lists as (
  -- One object where a list belongs is a list of one.
  select frame, len(listed) = 0 as lone,
    case when len(listed) > 0 then listed
      when json_type(page, '$.Data.Account') = 'OBJECT' then [json_extract(page, '$.Data.Account')]
    end as rows
  from (select frame, page, json_extract(page, '$.Data.Account[*]') as listed from pages)
),
sent as (
  select frame, lone, unnest(rows) as sent, (generate_subscripts(rows, 1) - 1)::integer as row_index
  from lists
),
parsed as (
  select frame, lone, row_index, sent,
    json_type(sent, ['$', '$.AccountId']) as kinds,
    json_transform(sent, '{
      "AccountId": "VARCHAR", "Status": "VARCHAR", "Currency": "VARCHAR", "AccountCategory": "VARCHAR",
      "AccountTypeCode": "VARCHAR", "AccountType": "VARCHAR", "AccountSubType": "VARCHAR", "Description": "VARCHAR",
      "Nickname": "VARCHAR"
    }') as t,
    case json_type(sent, '$.Account')
      when 'ARRAY' then json_extract(sent, '$.Account[*]')
      when 'OBJECT' then [json_extract(sent, '$.Account')]
      else [] end as identified,
    nullif(json_merge_patch(sent, '{
      "AccountId": null, "Status": null, "Currency": null, "AccountCategory": null, "AccountTypeCode": null,
      "AccountType": null, "AccountSubType": null, "Description": null, "Nickname": null, "Account": null
    }'), '{}'::json) as extra
  from sent
),
validated as (
  select *,
    coalesce(
      row_faults(kinds[1], sent),
      list_filter([field_fault(kinds[2], t.AccountId, '/AccountId')], lambda f: f is not null)
    ) as faults,
    list_sort(list_transform(identified, lambda i: {
      'scheme_name': scheme_name(i ->> '$.SchemeName'),
      'identification': i ->> '$.Identification',
      'name': i ->> '$.Name',
      'secondary_identification': i ->> '$.SecondaryIdentification'
    })) as identifiers
  from parsed
)
select frame, lone, row_index, t.AccountId as account_id, nullif(trim(t.Currency), '') as currency, t.Status as status,
  coalesce(t.AccountCategory, t.AccountType) as category,
  coalesce(t.AccountTypeCode, account_type_code(t.AccountSubType)) as type_code,
  case when t.AccountTypeCode is null then nullif(t.AccountSubType, account_type_code(t.AccountSubType)) end as type_code_sent,
  t.Description as description, t.Nickname as nickname, identifiers, extra, faults,
  null::date as booking_date,
  case when len(faults) > 0 then md5(sent::varchar) end as row_digest,
  null::varchar as account_key,
  md5_number(concat_ws(chr(31), coalesce(t.Status, ''), coalesce(t.Currency, ''), coalesce(t.AccountCategory, ''),
    coalesce(t.AccountTypeCode, ''), coalesce(t.AccountType, ''), coalesce(t.AccountSubType, ''),
    coalesce(t.Description, ''), coalesce(t.Nickname, ''), to_json(identifiers)::varchar)) as row_hash,
  case when len(faults) > 0 then 'quarantined'
    when row_number() over (partition by t.AccountId order by frame, row_index) > 1 then 'repeated'
    else 'read' end as disposition
from validated;
