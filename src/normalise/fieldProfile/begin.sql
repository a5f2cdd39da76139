-- What the rows of the batch have, of every resource: each field, and each word that no list has.
create or replace temp table field_use (
  read_no integer, account_key varchar, resource varchar, path varchar, word varchar, standard boolean, rows bigint
);
