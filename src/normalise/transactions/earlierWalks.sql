-- A list that shows rows on two of its pages was walked several times. What an earlier walk shows of booked rows with an id counts
-- where no later one shows it: the bank put another row in its place. Nothing else of it counts, and without ids nothing at all.
delete from staged_transactions
where page_no in (
    select p.page_no from batch_pages p join batch b using (read_no) where list_contains(b.earlier_frames, p.frame)
  )
  and (
    identity_tier is distinct from 'id' or disposition <> 'read' or side_of(status) = 'pending'
    or account_key in (select account_key from known_findings where code in ('ids-not-unique', 'ids-are-positions'))
    or exists (
      select 1 from staged_transactions later
      where later.read_no = staged_transactions.read_no and later.account_key = staged_transactions.account_key
        and later.transaction_id = staged_transactions.transaction_id and later.page_no > staged_transactions.page_no
    )
  );
