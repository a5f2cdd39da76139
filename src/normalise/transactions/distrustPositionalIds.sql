-- An account's ids that were once found to be positions name nothing (docs/identity.md, rule 1), and none of its rows was listed
-- again for bearing one. What another read has overtaken stays so.
update staged_transactions
set identity_tier = 'content', disposition = if(disposition = 'repeated', 'read', disposition),
  transaction_key = content_identity(side_of(status), content_key, 1)
where identity_tier = 'id' and account_key in (select account_key from known_findings where code = 'ids-are-positions');
