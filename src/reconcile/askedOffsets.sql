-- What each balance of which it is asked may be off by. Of a long chain there are far more pairs of a balance and a row than such as
-- meet, so these are counted off from the first that does to the last.
create or replace temp table asked_offsets as
select o.* exclude (nth, likely_from, likely_to), a.ord, coalesce(a.ord >= o.likely_from and a.ord < o.likely_to, false) as likely
from (
  select o.*, unnest(range(f.nth, l.nth + 1)) as nth
  from offsets o
  asof join asked_points f
    on f.account_key = o.account_key and f.currency = o.currency and f.type = o.type and f.ord >= o.from_ord
  asof join asked_points l
    on l.account_key = o.account_key and l.currency = o.currency and l.type = o.type and l.ord < o.to_ord
) o
join asked_points a on a.account_key = o.account_key and a.currency = o.currency and a.type = o.type and a.nth = o.nth;
