-- Where it is new that what names a payment has changed, its new name is tied to its key (docs/identity.md, rule 6).

-- Rows of the book that are not listed under their key, and rows of the read that the book does not know by theirs. Those
-- that say the same are the same, one by one, as long as one of the two is named by an id: content keys of equal content
-- are equal already. A day at the edge of what was asked for need not be listed, nor what a read that was asked for later has spoken
-- of, but what is listed there is a payment that is known, wherever the book has one that is not listed otherwise.
insert into linked_keys by name
select o.transaction_key as old_key, s.transaction_key as new_key, o.account_key, s.booking_date, s.read_no
from (
  select c.transaction_key, c.account_key, c.side, c.content_key, c.identity_tier,
    row_number() over (partition by c.account_key, c.side, c.content_key order by c.first_seen_run, c.transaction_key) as nth
  from current_rows c
  where c.change not in ('absent', 'voided', 'booked') and (c.due or c.on_margin or c.overtaken)
    and c.transaction_key not in (select transaction_key from staged_transactions where disposition in ('read', 'overtaken'))
) o
join (
  select s.read_no, s.transaction_key, s.account_key, side_of(s.status) as side, s.content_key, s.identity_tier, s.booking_date,
    row_number() over (
      partition by s.account_key, side_of(s.status), s.content_key order by s.occurrence, s.transaction_key
    ) as nth
  from staged_transactions s
  where s.disposition = 'read' and s.transaction_key not in (select transaction_key from current_rows)
) s using (account_key, side, content_key, nth)
join batch b using (read_no)
where s.identity_tier <> o.identity_tier or s.identity_tier = 'id' and b.complete;
