-- What $name costs: nothing; it's a comment.
create table people (name varchar);

insert into people
values ($name), ('Bob');
