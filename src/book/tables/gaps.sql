-- Days between two proven ones that no read has proven.
create or replace view gaps as
with holes as (
  select account_key, (to_date + 1)::date as hole_from,
    (lead(from_date) over (partition by account_key order by from_date) - 1)::date as hole_to
  from covered
)
select h.account_key,
  h.hole_from as from_date, -- first day of the hole
  h.hole_to as to_date, -- last day of the hole
  (h.hole_from + i.history_days)::date as last_chance -- the last day on which the bank still gives the first of them, by its rules; null where nothing bounds it but the consent
from holes h
left join accounts a using (account_key)
left join institutions i using (institution)
where h.hole_to is not null;

comment on view gaps is 'a hole in coverage and until when it can still be filled';
