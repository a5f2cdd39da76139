-- Rows whose running balance is not believed, because it follows from no other and none follows from it.
create table if not exists doubtful_running_balances (
  transaction_key varchar, -- the row
  account_key varchar
);

comment on table doubtful_running_balances is 'a row whose running balance does not fit those of its day and the days beside it';
