-- What another living consent still lists as pending was not voided, but a row that is new may show that it was booked. Of what this
-- consent never listed none shows that.
delete from gone
where transaction_key in (select transaction_key from listed_elsewhere where said_before);

update gone
set unlisted = false
where transaction_key in (select transaction_key from listed_elsewhere);
