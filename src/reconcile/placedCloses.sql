-- Puts balances where the close is of which they speak.
update counted_points p
set day = c.day, at_end = c.at_end, speaks_of = c.speaks_of
from closed_points c
where c.balance_key = p.balance_key;

delete from counted_points where balance_key in (select balance_key from closed_points where not is_last);

create or replace temp table chain_points as from chained('counted_points');
