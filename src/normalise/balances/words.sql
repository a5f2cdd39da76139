-- The codes of balances that no list has.
insert into words_now
select account_key, '/Type', shown_word(type), false, count(*)
from looked_at
where not known_balance_type(type)
group by all;

insert into words_now
select account_key, '/Amount/SubType', shown_word(sub_type), false, count(*)
from looked_at
where not known_balance_sub_type(sub_type)
group by all;
