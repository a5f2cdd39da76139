-- On which day each account was last asked for by itself and answered, and whether that showed that lists of all accounts leave it
-- out.
select r.account_id as "accountId", max(timezone($zone, r.started_at)::date)::varchar as "askedOn",
  coalesce(bool_or(o.account_key is not null), false) as "leftOut"
from reads r
join account_links l using (consent_id, account_id)
left join left_out_accounts o on o.account_key = l.account_key
where r.consent_id = $consent and r.resource = 'transactions' and r.outcome in ('complete', 'partial', 'refused', 'needs-person')
group by r.account_id
order by r.account_id;
