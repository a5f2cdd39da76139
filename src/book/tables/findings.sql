-- What was found, each once, with its life; of rows that are gone, what each read found. Reads are in the order of their ids. A finding is
-- open from the first read that shows it until a complete read of the same things does not. Shown after that, it is open again. What is told only once,
-- because from then on it is taken into account, stays until a person has looked. A person's word is about what the
-- snapshot showed then: whatever was read or taken in beside it nobody has looked at.
create or replace view findings as
with sightings as (
  select md5(concat_ws(
      chr(31), s.code, coalesce(s.account_key, r.institution), r.resource, if(s.code = 'booked-row-gone', s.read_id, s.part)
    )) as finding_id,
    -- What a Daybook of before called all rows that an account ever lost.
    if(s.code = 'booked-row-gone', md5(concat_ws(chr(31), s.code, s.account_key, r.resource)), null) as former_id,
    s.code, s.message, s.account_key, s.account_id, coalesce(r.institution, a.institution) as institution, r.resource,
    r.route, s.part, s.evidence, s.run_id, s.read_id as place, r.read_id, r.consent_id, r.load_seq,
    s.code in (
      'ids-not-unique', 'ids-are-positions', 'id-given-anew', 'possibly-same-account', 'same-rows-under-two-accounts',
      'account-id-moved', 'account-identified-otherwise', 'field-started', 'field-stopped', 'unknown-field', 'unknown-code', 'rule-changed',
      'booked-row-gone', 'rows-changed-alike', 'left-out-of-lists', 'bulk-absent', 'filter-refused', 'window-narrowed',
      'equal-at-page-edge', 'clock-ran-back'
    )
    -- That a list of other days has as many pages as the bank says tells nothing of one that had fewer.
    or s.code = 'wrong-total-pages' and r.resource = 'transactions'
      and try_cast(s.evidence ->> '$.said' as double) > try_cast(s.evidence ->> '$.read' as double) as told_once
  from finding_sightings s
  left join reads r using (read_id)
  -- What no read showed is about an account.
  left join account_versions a on r.read_id is null and a.account_key = s.account_key and a.known_to is null
  union all by name
  -- A balance that the ones around it contradict, and they agree: it stands between two bridges that do not close.
  select md5(concat_ws(chr(31), 'balance-misstated', o.account_key, o.currency, o.balance_type, o.closing_at)) as finding_id,
    'balance-misstated' as code,
    'the balance ' || o.balance_type || ' of ' || strftime(o.closing_at at time zone 'UTC', '%Y-%m-%d %H:%M') || ' UTC says '
      || regexp_replace(o.closing::varchar, '(\.\d\d)0+$', '\1') || ' ' || o.currency || ', '
      || regexp_replace(abs(o.difference)::varchar, '(\.\d\d)0+$', '\1') || if(o.difference > 0, ' more', ' less')
      || ' than the balances around it and the rows agree on; it is set aside, ask the bank' as message,
    o.account_key, a.institution, o.difference::varchar as part,
    json_object('type', o.balance_type, 'currency', o.currency, 'as_of', o.closing_at, 'amount', o.closing::varchar,
      'difference', o.difference::varchar) as evidence,
    b.run_id, b.run_id as place, true as told_once
  from bridges o
  join bridges n on n.account_key = o.account_key and n.currency = o.currency and n.balance_type = o.balance_type
    and n.opening_at = o.closing_at and n.reason = 'balance-misstated'
  join balances b on b.account_key = o.account_key and b.currency = o.currency and b.type = o.balance_type
    and b.as_of = (
      select min(e.as_of) from balances e
      where e.account_key = o.account_key and e.currency = o.currency and e.type = o.balance_type and e.as_of >= o.closing_at
    )
  left join account_versions a on a.account_key = o.account_key and a.known_to is null
  where o.reason = 'balance-misstated'
  union all by name
  select md5(concat_ws(chr(31), 'account-not-read', account_key)) as finding_id, 'account-not-read' as code,
    'consent ' || consent_id || ', under which this account was read, was given up, and no other opens it: no night reads it; '
      || 'where that is not meant, ask for a new one: daybook consent new ' || institution as message,
    account_key, account_id, institution, json_object('consent_id', consent_id) as evidence, run_id, run_id as place, true as told_once
  from unread_accounts
),
-- The first word about each sighting. Journals of before do not say what the person saw: all of the runs before.
words as (
  select s.finding_id, s.place, min(a.run_id) as word
  from (
    select finding_id, finding_id as word_of, place, run_id, load_seq from sightings
    union all
    select finding_id, former_id, place, run_id, load_seq from sightings where former_id is not null
  ) s
  join finding_acknowledgements a on a.finding_id = s.word_of
    and if(a.seen_run is null, s.place < a.run_id, s.run_id <= a.seen_run and coalesce(s.load_seq <= a.seen_load, true))
  group by all
),
seen as (
  select s.*, w.word
  from sightings s
  left join words w using (finding_id, place)
),
-- Of what is told only once a word leaves open what it is not about, also where that was read before what it is about. Of several windows
-- of a run each may have left rows out.
latest as (
  select *, min((evidence ->> '$.last_missing')::date) over (partition by finding_id, run_id) as last_missing
  from seen
  qualify row_number() over (
    partition by finding_id order by if(told_once, word, null) desc nulls first, place desc, message
  ) = 1
),
-- Reads that would have shown it: of the account itself or of all that its consent opens, else of the bank in the same way.
looks as (
  select f.finding_id, r.read_id, r.run_id, r.consent_id, r.started_at, r.from_date
  from latest f
  join reads r on r.institution = f.institution and r.resource = f.resource and r.route = f.route
  where f.account_key is null and not f.told_once and r.outcome = 'complete' and r.load_seq is not null
  union all
  select f.finding_id, r.read_id, r.run_id, r.consent_id, r.started_at, r.from_date
  from latest f
  join reads r on r.account_key = f.account_key and r.resource = f.resource
  where r.account_id is not null and not f.told_once and r.outcome = 'complete' and r.load_seq is not null
  union all
  select f.finding_id, r.read_id, r.run_id, r.consent_id, r.started_at, r.from_date
  from latest f
  join account_links l on l.account_key = f.account_key
  join reads r on r.consent_id = l.consent_id and r.resource = f.resource
  where r.account_id is null and not f.told_once and r.outcome = 'complete' and r.load_seq is not null
),
-- Those that did not. Of what a living consent shows another says nothing, and a page that could not be read may have shown it; and of
-- rows that a list left out, none that asks for later days.
silent as (
  select k.finding_id, k.read_id as place, k.run_id
  from looks k
  join latest f using (finding_id)
  left join consents c on c.consent_id = f.consent_id
  left join (
    select consent_id, max(started_at) as started_at
    from reads
    where resource = 'accounts' and outcome = 'complete' and load_seq is not null
    group by consent_id
  ) l on l.consent_id = f.consent_id
  anti join seen s on s.finding_id = k.finding_id and s.place = k.read_id
  anti join quarantine q on q.read_id = k.read_id and q.row_index is null
  where (
      k.consent_id = f.consent_id or c.retired or c.status <> 'AUTH' or c.expires_at <= k.started_at
      or f.consent_id in (select replaces from replaced_consents) or l.started_at <= k.started_at - interval 7 days
    )
    and not coalesce(k.from_date > f.last_missing, false)
),
-- Days that were lost are not once reads prove all of them after all. Of the first a read may have all that is not read. Days that had not
-- come when the last of these was made were called lost by a clock that ran ahead.
later_reads as (
  select f.finding_id, c.read_id, r.run_id, least(c.from_date, b.day) as from_date, c.to_date,
    timezone(coalesce(i.timezone, 'UTC'), r.started_at)::date as today
  from latest f
  join coverage c on c.account_key = f.account_key and c.to_date >= (f.evidence ->> '$.from')::date and c.read_id > f.place
  join reads r on r.read_id = c.read_id
  left join institutions i on i.institution = r.institution
  left join begun_days b on b.account_key = c.account_key and b.next_read = c.read_id and b.reads_rest
  where f.code = 'days-lost'
),
regained_days as (
  select d.finding_id, d.day, min(l.read_id) as read_id
  from (
    select finding_id,
      unnest(generate_series((evidence ->> '$.from')::date, (evidence ->> '$.to')::date, interval 1 day))::date as day
    from latest
    where code = 'days-lost'
  ) d
  left join later_reads l on l.finding_id = d.finding_id and d.day between l.from_date and l.to_date
  group by d.finding_id, d.day
),
regained as (
  select l.finding_id, l.read_id as place, l.run_id
  from later_reads l
  join regained_days d on d.finding_id = l.finding_id and d.day <= l.today
  group by all
  having bool_and(coalesce(d.read_id <= l.read_id, false))
),
-- An account that an entry means by now.
named as (
  select f.finding_id, m.run_id || '-named' as place, m.run_id
  from latest f
  join account_matchings m on not list_contains(m.unnamed, f.account_key)
  where f.code = 'account-not-named'
),
-- A check that found nothing by now, or is there no more: of an export before which none was run nothing is written down but itself.
passed as (
  select f.finding_id, r.run_id || '-checks' as place, r.run_id
  from latest f
  join (select run_id from check_results union select run_id from exports) r on not exists (
    select 1 from check_results c where c.run_id = r.run_id and c.name = f.part and c.outcome <> 'passed'
  )
  where f.code = 'check-failed'
),
-- Rows that were gone, as they stand now. Of very many the evidence names some, by which nobody knows of all.
rows_gone as (
  select s.finding_id, count(*) filter (where v.change <> 'absent') as listed_again,
    bool_and(v.change <> 'absent') and coalesce(any_value(s.rows = s.named), true) as all_again,
    max(r.read_id) as place, arg_max(r.run_id, r.read_id) as run_id
  from (
    select finding_id, (evidence ->> '$.rows')::bigint as rows, len(keys) as named, unnest(keys) as transaction_key
    from (
      select *, from_json(evidence -> '$.transaction_keys', '["VARCHAR"]') as keys from seen where code = 'booked-row-gone'
    )
  ) s
  join transaction_versions v on v.transaction_key = s.transaction_key and v.known_to is null
  join reads r on r.load_seq = v.load_seq
  group by s.finding_id
),
returned as (
  select finding_id, place, run_id from rows_gone where all_again
),
gone as (
  select finding_id, place, run_id from named
  union all
  select finding_id, place, run_id from passed
  union all
  select finding_id, place, run_id from silent
  union all
  select finding_id, place, run_id from regained
  union all
  select finding_id, place, run_id from returned
),
-- The last of them before it was last seen: what was seen earlier is another life.
resets as (
  select f.finding_id, max(g.place) as place
  from latest f
  join gone g on g.finding_id = f.finding_id and g.place < f.place
  group by f.finding_id
),
-- Of what is told only once each word ends a life.
opened as (
  select s.finding_id, arg_min(s.run_id, s.place) as run_id, min(s.word) as word
  from seen s
  join latest f using (finding_id)
  left join resets r using (finding_id)
  where s.place > coalesce(r.place, '') and (not f.told_once or s.word is not distinct from f.word)
  group by s.finding_id
),
closed as (
  select finding_id, arg_min(run_id, place) as run_id, arg_min(how, place) as how
  from (
    select g.finding_id, g.place, g.run_id, 'gone' as how
    from latest f
    join gone g on g.finding_id = f.finding_id and g.place > f.place
    union all
    select finding_id, word as place, word as run_id, 'person' as how
    from opened
    where word is not null
  )
  group by finding_id
)
select
  f.finding_id as finding_id, -- digest of what was found, and of what it is about
  f.code as code, -- what was found
  f.message || case
    when w.listed_again > 0 and not w.all_again
      then '; ' || w.listed_again || if(w.listed_again = 1, ' of them is', ' of them are') || ' listed again since'
    else '' end as message, -- what was found, in words, as last seen, and what has come back since
  f.account_key as account_key, -- the account as the book knows it, whatever consents lead to it; null where it is about the bank
  f.account_id as account_id, -- AccountId asked for when it was last seen
  f.institution,
  o.run_id as run_id, -- the run that found it
  f.run_id as last_seen_run, -- the run that saw it last
  f.read_id as read_id, -- the read that showed it last; null where no read did
  f.evidence as evidence, -- the facts, as last seen
  c.run_id as closed_run, -- the run since which it is closed; null while it is open
  c.how as closed_by -- gone: a complete read no longer shows it; person: somebody has looked at it
from latest f
join opened o using (finding_id)
left join closed c using (finding_id)
left join rows_gone w using (finding_id);

comment on view findings is 'something a person should look at, not an error';
