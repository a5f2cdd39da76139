-- The balances of the batch, as understood. One that is not plainly sound is called unchecked, and is kept as it was sent until
-- it is validated. What remains of one that is not of the common shape takes as long to plan as all else here, and is found out apart.
create or replace temp table staged_balances as
with named as (
  select *, $texts as t, $objects as whole
  from sent_balances
),
understood as (
  select named.*, b.account_id as asked, $first_columns, links.account_key, amount_of(amount_text(t.amount, kinds[7])) as unsigned,
    amount_of(amount_text(t.local_amount, kinds[10])) as local_unsigned, direction(t.indicator) as direction,
    booking_instant(t.as_of_sent, b.zone) as as_of,
    coalesce(l.credit_lines, []) as credit_lines, l.item_duplicates as duplicates
  from named
  join batch b using (read_no)
  left join listed_lines l using (page_no, row_index)
  left join account_links links on links.consent_id = b.consent_id and links.account_id = t.account_id
),
validated as (
  select *, signed(direction, unsigned) as amount, signed(direction, local_unsigned) as local_amount,
    coalesce(
      not is_too_long(sent) and kinds[2] = 'VARCHAR' and trim(t.account_id) <> ''
      and (asked is null or t.account_id = asked)
      and direction is not null and kinds[4] = 'VARCHAR' and trim(t.type) <> '' and as_of is not null
      and kinds[7] = 'VARCHAR' and unsigned is not null
      and kinds[8] = 'VARCHAR' and regexp_full_match(t.currency, '[A-Z]{3}')
      and (coalesce(kinds[9], 'NULL') = 'NULL' or kinds[10] = 'VARCHAR' and local_unsigned is not null
        and kinds[11] = 'VARCHAR' and regexp_full_match(t.local_currency, '[A-Z]{3}')), false) as sound
  from understood
),
patched_rows as (
  select *, patched(sent, $patch) as rest
  from validated
)
select read_no, page_no, lone, odd_page, row_index, t.account_id, account_key, $columns, credit_lines,
  case when rest::varchar <> '{}' then rest end as extra, duplicates,
  rest is null or contains(rest::varchar, ':{}') or names_twice(sent, $pointers) or coalesce(len(duplicates) > 0, false) as apart,
  null::date as booking_date,
  coalesce(starts_with(t.amount, '-'), false) as minus_dropped,
  case when not sound then sent end as sent,
  null::struct(code varchar, path varchar, message varchar, evidence varchar)[] as faults,
  null::varchar as row_digest,
  -- The end is where extra stood by the first rules: balances that have none keep their keys. What is cleared has the code of what is
  -- available, and may be as much.
  md5(concat_ws(chr(31), account_key, $versioned, to_json($versioned_items)::varchar, '',
    case when ends_with(t.type, 'Cleared') then t.type end)) as balance_key,
  if(sound, 'read', 'unchecked') as disposition
from patched_rows;
