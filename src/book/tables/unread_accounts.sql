-- Accounts that no night reads, of banks that are read: each consent that opened them was given up, and none took its place. What one
-- that took the place leaves out is told by its own list.
create or replace view unread_accounts as
select l.account_key as account_key,
  any_value(c.institution) as institution,
  arg_max(l.account_id, (g.run_id, l.account_id)) as account_id, -- AccountId under the consent that was given up last
  arg_max(l.consent_id, (g.run_id, l.account_id)) as consent_id, -- the consent that was given up last
  max(g.run_id) as run_id -- the run that gave it up
from account_links l
join consents c using (consent_id)
left join (
  select consent_id, min(run_id) as run_id from consent_events where change in ('retired', 'purged') group by consent_id
) g using (consent_id)
group by l.account_key
having bool_and(c.retired) and bool_and(l.consent_id not in (select replaces from consent_replacements))
  and any_value(c.institution) in (select institution from consents where authorised_at is not null and not retired);

comment on view unread_accounts is 'an account that no night reads, as its consents were given up, though its bank is read';
