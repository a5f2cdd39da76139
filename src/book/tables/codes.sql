-- What codes mean: the same in every book of one version, and made anew where a newer one knows more of them.
create table if not exists codes (
  code_set varchar, -- which codes: the column of other relations in which they stand, of balances with balance_ in front
  code varchar, -- as it stands there
  name varchar, -- what it means, in short words
  source varchar -- the public list that says so
);

comment on table codes is 'what a code means';

delete from codes;

insert into codes values
  $rows;

-- Each of these means one company; what it does is what they share.
insert into codes
select 'merchant_category_code', unnest(generate_series(first_code, last_code))::varchar, name, $merchant_source
from (values (3000, 3350, 'Airlines'), (3351, 3500, 'Car hire'), (3501, 3999, 'Hotels and lodging'))
  as brands(first_code, last_code, name);
