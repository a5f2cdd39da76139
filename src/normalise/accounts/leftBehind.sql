-- Accounts whose rows a consent showed though its list never named them, and that the consents after it opened: which of
-- these each may be.
create or replace temp table candidate_accounts as
with opened as (
  select account_id, account_key
  from account_links
  where consent_id in (select consent_id from replaced_consents where replaces = $consent)
    and account_key not in (select account_key from account_links where consent_id = $consent)
),
left_behind as (
  select distinct account_id
  from staged_transactions
  where account_key is null and disposition = 'read'
    and account_id not in (select account_id from undecided_accounts where consent_id = $consent)
)
select b.account_id, o.account_key, bool_or(o.account_id = b.account_id) as called_so, true as of_one_kind, true as replaced
from left_behind b, opened o
group by all;

create or replace temp table matched_accounts (account_id varchar, account_key varchar);
create or replace temp table decidable (account_id varchar);
