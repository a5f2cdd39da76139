-- Rows that are missing because a list before showed one payment on two of its pages: they were asked about, or came in that list with
-- their equal on another page of it, and this one shows the payment as often as the bank says.
update missing
set doubled = true
from current_rows c
where c.transaction_key = missing.transaction_key and c.identity_tier = 'content'
  and c.content_key not in (select content_key from overlapping_rows)
  and exists (
    select 1 from staged_transactions s
    where s.read_no = missing.read_no and s.account_key = missing.account_key and s.content_key = c.content_key
      and side_of(s.status) = c.side and s.disposition = 'read'
  )
  and (
    edge_question(missing.account_key, c.side, c.content_key) in (select r.review_id from reviews r where r.resolved_run is null)
    or exists (
      select 1 from doubtful_days d
      where d.account_key = missing.account_key and d.reason = 'equal-rows' and d.load_seq = c.load_seq
        and missing.booking_date between d.from_date and d.to_date
        -- A list since has said how many there are: what goes later the bank takes back.
        and not exists (
          select 1 from coverage p
          join reads r using (read_id)
          where p.account_key = d.account_key and r.load_seq > d.load_seq and missing.booking_date between p.from_date and p.to_date
        )
    )
    -- Equal rows of one page are several payments.
    and exists (
      select 1 from transaction_versions v
      join transaction_versions o on o.account_key = v.account_key and o.row_hash = v.row_hash and o.load_seq = v.load_seq
        and o.booking_date = v.booking_date and o.transaction_key <> v.transaction_key and o.raw_page_id <> v.raw_page_id
      where v.transaction_key = missing.transaction_key and v.version = c.version
    )
  );
