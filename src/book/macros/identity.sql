-- What tells a row, a balance and an account from another (docs/identity.md).

-- White space folded. The guard spares nine rows in ten the replacement, which is the dearest step of all.
create or replace temp macro folded(narrative) as
  case when regexp_matches(narrative, '\s\s|^\s|\s$|[\t\n\r]')
    then trim(regexp_replace(narrative, '\s+', ' ', 'g')) else narrative end;

-- Pending rows never share a key with booked ones (docs/identity.md, rule 4).
create or replace temp macro identified_key(side, account_key, transaction_id) as
  md5(concat_ws(chr(31), 'id', side, account_key, transaction_id));
create or replace temp macro content_identity(side, content_key, occurrence) as
  md5(concat_ws(chr(31), 'content', side, content_key, occurrence::varchar));

-- The question whether equal rows on both sides of a page's edge are one payment.
create or replace temp macro edge_question(account_key, side, content_key) as
  md5(concat_ws(chr(31), 'equal-at-page-edge', account_key, side, content_key));

-- The question whether an AccountId, whose account would have one key, means the account of another.
create or replace temp macro same_account_question(own_key, account_key) as
  md5(concat_ws(chr(31), 'same-account', own_key, account_key));

-- The key of the nth statement of a balance for one instant.
create or replace temp macro numbered_balance(digest, nth) as
  if(nth = 1, digest, md5(concat_ws(chr(31), digest, nth::varchar)));

-- On which side of booking a status stands: only rows of one side can be the same.
create or replace temp macro side_of(status) as
  case status when 'BOOK' then 'booked' when 'PDNG' then 'pending' when 'FUTR' then 'pending' else 'aside' end;

-- Whether a version says that its row stands no more: the bank lists it no more, or it has been booked under another key.
create or replace temp macro is_over(change) as change in ('absent', 'voided', 'booked');

-- Whether a text identifies an account: a mask hides the number, be it of stars, of dots, of X or of zeros, and so does one that
-- shows its last digits alone; a word without a digit names a kind of account.
create or replace temp macro is_identification(sent) as
  coalesce(regexp_matches(sent, '[0-9]') and not regexp_matches(sent, '[*•]|[xX]{2}|0{8} *$')
    and length(regexp_replace(sent, '[^0-9A-Za-z]', '', 'g')) > 5, false);

-- Whether one of an account's identifications, as they were sent, identifies it.
create or replace temp macro is_identified(identifiers) as
  len(list_filter(json_extract_string(identifiers, '$[*].identification'), lambda each: is_identification(each))) > 0;

-- The name of an account that something identifies, and which of several identifications names it: the first.
create or replace temp macro account_name(institution, scheme_name, identification, currency) as
  concat_ws(chr(31), 'identified', institution, scheme_name, identification, currency);
create or replace temp macro place_of_scheme(scheme_name) as
  case scheme_name when 'UK.OBIE.SortCodeAccountNumber' then 1 when 'UK.OBIE.IBAN' then 2 when 'UK.OBIE.BBAN' then 3 else 4 end;

-- Whether a consent had listed its accounts in the week before an instant, by loads that came before one. What a condition gives to a
-- macro that asks a relation has to name its own: a bare name is taken for a column of that relation.
create or replace temp macro still_lists(consent, seq, instant) as
  exists (
    select 1 from reads list
    where list.consent_id = consent and list.resource = 'accounts' and list.outcome = 'complete' and list.load_seq < seq
      and list.started_at > instant - interval 7 days
  );

-- Whether it had, and a list of that week names the account.
create or replace temp macro still_names(consent, account, seq, instant) as
  still_lists(consent, seq, instant) and exists (
    select 1 from account_links link
    join reads list on list.consent_id = link.consent_id and list.run_id = link.last_listed_run
    where link.consent_id = consent and link.account_key = account and list.resource = 'accounts' and list.outcome = 'complete'
      and list.started_at > instant - interval 7 days
  );

-- Whether a run had ended before another one began a read, so that what it learned was known then and is in a book made again. Where a
-- sandbox's clock stands still, of runs of one instant those of before have, unless something that they read is still to be taken in.
create or replace temp macro had_ended(ended_at, run, started_at, reading_run) as
  (ended_at, run) < (started_at, reading_run) and (ended_at < started_at or run not in (
    select run_id from reads where resource = 'transactions' and outcome = 'complete' and load_seq is null
  ));

-- What was known of a consent when a run began a read: whether it was given up, and what its record said last. Null where nothing was.
create or replace temp macro known_then(consent, instant, reading_run) as (
  select {
    'given_up': bool_or(e.change in ('retired', 'purged')),
    'record': arg_max({'status': e.status, 'deleted': e.deleted, 'expires_at': e.expires_at}, (e.learned_at, e.run_id, e.rowid))
      filter (where e.change = 'read')
  }
  from consent_events e
  join runs n on n.run_id = e.run_id
  where e.consent_id = consent and had_ended(n.ended_at, n.run_id, instant, reading_run)
);

-- Whether a consent was over at an instant, by what was known of it then. Null where that is not told.
create or replace temp macro was_over(known, instant) as
  (known).given_up or (known).record.status <> 'AUTH' or (known).record.deleted or (known).record.expires_at <= instant;

-- Whether a consent that permits credits or debits shows a row of an amount. One of nothing is either.
create or replace temp macro is_permitted(amount, credits, debits) as
  (amount < 0 and debits or amount > 0 and credits or debits and credits);

-- What a row says that a consent shows which does not permit the detail of rows.
create or replace temp macro but_for_detail(account_key, side, booking_at, amount, currency, proprietary_code) as
  concat_ws(chr(31), account_key, side, booking_at, amount, currency, proprietary_code);

-- What a row says, whatever account it stands under and whatever id it has.
create or replace temp macro row_content(booking_date, amount, currency, narrative, proprietary_code) as
  md5_number(concat_ws(chr(31), booking_date::varchar, amount::varchar, currency, coalesce(folded(narrative), ''),
    coalesce(proprietary_code, '')));
