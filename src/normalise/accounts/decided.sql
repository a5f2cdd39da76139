-- Which account each is that can be decided. One that is none of ours becomes a new one: named by what identifies it, else by its
-- AccountId at its bank. Where that name is another account's already, the next free number tells them apart.
create or replace temp table decided as
with recursive names as (
  select u.account_id,
    coalesce(
      (
        select account_name($institution, c.scheme_name, c.identification, c.currency)
        from identifications c
        where c.account_id = u.account_id and c.alone
        order by c.preference, c.scheme_name, c.identification
        limit 1
      ),
      concat_ws(chr(31), 'named', $institution, u.account_id)
    ) as name
  from undecided u
),
numbered as (
  select account_id, nth, md5(if(nth = 1, name, concat_ws(chr(31), name, nth::varchar))) as account_key
  from names, (select unnest(range(1, 1000))::integer as nth)
),
own as (
  select account_id, arg_min(account_key, nth) as account_key
  from numbered
  where account_key not in (select account_key from account_versions)
  group by account_id
),
-- Where rows do not tell, a person may have said that it is one that is known. Two accounts of one list are never one, so of
-- answers that cannot both hold the first one does.
answers as (
  select o.account_id, n.account_key, row_number() over (order by s.load_seq, s.review_id) as nth
  from own o
  join candidate_accounts n using (account_id)
  join same_accounts s on s.review_id = same_account_question(o.account_key, n.account_key)
  where o.account_id not in (select account_id from matched_accounts)
    and n.account_key not in (select account_key from matched_accounts)
),
obeyed as (
  select 0::bigint as nth, []::varchar[] as account_ids, []::varchar[] as account_keys
  union all
  select a.nth, if(holds, list_append(account_ids, a.account_id), account_ids),
    if(holds, list_append(account_keys, a.account_key), account_keys)
  from (
    select a.*, o.account_ids, o.account_keys,
      not list_contains(o.account_ids, a.account_id) and not list_contains(o.account_keys, a.account_key) as holds
    from obeyed o
    join answers a on a.nth = o.nth + 1
  ) a
),
said as (
  select unnest(account_ids) as account_id, unnest(account_keys) as account_key
  from (select * from obeyed order by nth desc limit 1)
),
-- What is identified otherwise waits for no rows: while none speaks against it, it is the account that it was.
told as (
  select u.account_id, o.account_key as own_key,
    coalesce(m.account_key, s.account_key, if(
      u.account_id in (select account_id from decidable) or u.former_key in (select account_key from matched_accounts), null, u.former_key
    )) as known_key
  from undecided u
  left join matched_accounts m using (account_id)
  left join said s using (account_id)
  left join own o using (account_id)
  where m.account_key is not null or u.account_id in (select account_id from decidable) or u.former_key is not null
)
select $consent as consent_id, $institution as institution, $known::timestamptz as known_from, $seq::bigint as load_seq, account_id,
  coalesce(known_key, own_key) as account_key, known_key is not null as known, own_key,
  exists (select 1 from account_versions v where v.account_key = coalesce(known_key, own_key)) as is_there
from told;

-- Whether an AccountId that names another number now means the same account is told, as far as rows tell it.
insert into found by name
select if(d.account_key = u.former_key, 'account-identified-otherwise', 'account-id-moved') as code,
  if(
    d.account_key = u.former_key,
    'the bank calls an account that is identified otherwise by the AccountId of this one; its rows do not say that it is another: '
      || 'look whether it is',
    'the bank calls another account by the AccountId that this one had; its rows tell'
  ) as message,
  u.former_key as account_key, u.account_id as part, json_object('account_id', u.account_id) as evidence
from decided d
join undecided_accounts u using (consent_id, account_id)
where u.former_key is not null;

-- One that was given the AccountId of another was asked for from where that had been read to: what it had before is read once more.
insert into doubtful_days by name
select d.account_key, min(c.from_date) as from_date, $asked_from::date as to_date, 'account-moved' as reason, $read as read_id,
  $seq::bigint as load_seq
from decided d
join undecided_accounts u using (consent_id, account_id)
join coverage c on c.account_key = u.former_key
where d.account_key <> u.former_key
group by d.account_key
having min(c.from_date) <= $asked_from::date;
