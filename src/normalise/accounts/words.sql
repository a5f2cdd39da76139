-- The codes of accounts that no list has.
insert into words_now
select account_key, '/AccountTypeCode', shown_word(type_code), false, count(*)
from looked_at
where type_code is not null and not known_account_type(type_code)
group by all;

insert into words_now
select account_key, '/Account/SchemeName', shown_word(scheme_name), false, count(*)
from (select account_key, unnest(identifiers).scheme_name as scheme_name from looked_at)
where scheme_name is not null and not known_scheme_name(scheme_name)
group by all;
