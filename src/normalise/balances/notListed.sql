-- Balances that the bank stated before and that a complete answer about the account leaves out. What it said last stays what
-- it was, of its day; but nobody would see that it grows old. What another living consent stated last it goes on to state.
create or replace temp table stating_consents as
select read_no, account_key, consent_id
from (
  select distinct b.read_no, b.seq, o.account_key, o.consent_id, r.started_at,
    known_then(o.consent_id, r.started_at, b.run_id) as known
  from batch b
  join reads r using (read_id)
  join account_links l on l.consent_id = b.consent_id
  join account_links o on o.account_key = l.account_key and o.consent_id <> b.consent_id
  where o.consent_id not in (select replaces from replaced_consents)
) c
where still_names(c.consent_id, c.account_key, c.seq, c.started_at) and not coalesce(was_over(c.known, c.started_at), false);

insert into found by name
select 'balance-not-listed' as code, account_key,
  'the bank no longer states ' || string_agg(named, ', ' order by named) || '; what it said last stays, of its day' as message,
  json_object('balances', list(named order by named)) as evidence
from (
  select distinct b.account_key, b.type, b.sub_type, b.currency, concat_ws(' ', b.type, b.currency) as named
  from (
    from balances
    where account_key in (select account_key from account_links where consent_id in (select consent_id from batch))
    qualify row_number() over (partition by account_key, type, sub_type, currency order by load_seq desc) = 1
  ) b
  join account_links l on l.account_key = b.account_key
  join batch r on r.consent_id = l.consent_id and (r.account_id is null or r.account_id = l.account_id)
  where r.complete and b.load_seq not in (select load_seq from later_loads)
    -- One that could not be understood may be the one that is missed.
    and not exists (select 1 from staged_balances s where s.read_no = r.read_no and s.disposition = 'quarantined')
    and not exists (
      select 1 from stating_consents o
      where o.read_no = r.read_no and o.account_key = b.account_key and starts_with(b.raw_page_id, o.consent_id || '/')
    )
    -- Of an account that the bank no longer counts among those of the consent a bulk answer says nothing.
    and (r.account_id is not null or b.account_key in (select account_key from staged_balances)
      or coalesce(l.last_listed_run, l.first_seen_run) >= (
        select max(run_id) from reads t
        where t.consent_id = r.consent_id and t.resource = 'accounts' and t.outcome = 'complete' and t.load_seq is not null
      ))
)
anti join staged_balances using (account_key, type, sub_type, currency)
group by account_key
order by account_key;
