-- On which day each account was last asked for by itself and answered, and whether that showed that lists of all accounts leave it
-- out.
select consent_id as "consentId", r.account_id as "accountId",
  timezone(any_value(a.zone), max(r.started_at))::date::varchar as "askedOn",
  coalesce(bool_or(o.account_key is not null), false) as "leftOut"
from reads r
join asked_consents a using (consent_id)
join account_links l using (consent_id, account_id)
left join left_out_accounts o on o.account_key = l.account_key
where r.resource = 'transactions' and r.outcome in ('complete', 'partial', 'refused', 'needs-person')
group by consent_id, r.account_id
order by consent_id, r.account_id;
