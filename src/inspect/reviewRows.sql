-- The rows in question, as the bank last listed them, and whether they count now.
select v.transaction_key, v.status, v.booking_date, v.amount, v.currency, v.description, v.raw_page_id, v.row_index,
  v.change not in ('absent', 'voided', 'booked')
    and v.transaction_key not in (select transaction_key from withheld_rows where known_to is null) as counted
from transaction_versions v
where v.known_to is null
  and v.transaction_key in (select unnest(transaction_keys) from reviews where review_id = $review)
order by v.booking_date, v.transaction_key
