-- What another living consent lists stays, or what only others ever listed, unless a row has come in its place; and it is written down
-- that this consent leaves it out, until it lists it: a row is gone once all consents leave it out.
delete from listed_elsewhere
where transaction_key in (select previous_key from differences where previous_key is not null);

delete from missing
where transaction_key in (select transaction_key from listed_elsewhere);

delete from left_out_rows
where transaction_key in (select transaction_key from missing)
  or (transaction_key, consent_id) in (
    select (s.transaction_key, c.consent_id)
    from staged_transactions s
    join spoken_for c using (read_no)
    where s.disposition = 'read'
  );

insert into left_out_rows by name
select l.account_key, l.transaction_key, b.consent_id, b.seq as load_seq
from listed_elsewhere l
join batch b using (read_no)
where not l.said_before;
