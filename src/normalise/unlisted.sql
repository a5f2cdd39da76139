-- Rows of what is no account go to quarantine: until a list of accounts names it, or until its rows tell which account it is.
update $staged
set disposition = 'quarantined', row_digest = md5(concat_ws(chr(31), account_id, $said::varchar)), $without_identity
  faults = [
    if(
      account_id in (select account_id from undecided_accounts where consent_id = $consent),
      fault('undecided-account', '/AccountId', 'which account it is shows when a complete list of its rows is there', account_id),
      fault('unlisted-account', '/AccountId', 'the list of accounts that the consent opens does not have it', account_id)
    )
  ]
where account_key is null and disposition = 'read';
