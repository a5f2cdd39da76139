-- The balances at which the level of a chain changes, and the days between each and the one before it.
create or replace temp table boundaries as
with changes as (
  select n.account_key, n.currency, n.type, n.first_ord as ord,
    -- What one row too many or too few makes of it: not what rows that come late do beside.
    if(o.stretch <> n.stretch, n.held_level - o.held_level, n.level - o.level) as shift,
    o.stretch <> n.stretch as parts,
    o.stretch <> n.stretch and (o.enclosed or n.enclosed) as enclosed,
    o.stretch <> n.stretch and (o.set_aside or n.set_aside) as misstated,
    o.unread or n.unread as unread,
    misstated and (o.unlisted or not o.set_aside) and (n.unlisted or not n.set_aside) as unlisted,
    o.stretch <> n.stretch and not (o.set_aside or n.set_aside) as lasting
  from followed_runs n
  join followed_runs o on o.account_key = n.account_key and o.currency = n.currency and o.type = n.type
    and o.run_no = n.run_no + 1
)
select c.*, p.booked, coalesce(p.converted, false) as converted, p.day as closing_day, o.whole_day + 1 as from_day,
  p.whole_day as to_day
from changes c
join chain_points p using (account_key, currency, type, ord)
join chain_points o on o.account_key = c.account_key and o.currency = c.currency and o.type = c.type and o.ord = c.ord - 1;
