-- Other living consents that open the accounts of each read: what they list was not taken back by the bank. Such as have listed
-- the account in the week before, of which no other has taken the place, and which are not known to be over. What runs that
-- had ended before this read have learned of a consent is known in every book; what its own or one beside it learns may not be yet.
insert into other_consents
with opening as (
  select a.read_no, a.account_key, a.seq, a.run_id, t.started_at, a.consent_id as own, l.consent_id
  from account_reads a
  join reads t using (read_id)
  join account_links l on l.account_key = a.account_key and l.consent_id <> a.consent_id
),
recalled as (
  select read_no, consent_id, started_at, known_then(o.consent_id, o.started_at, o.run_id) as known
  from (select distinct read_no, consent_id, run_id, started_at from opening) o
)
select distinct o.read_no, o.account_key, o.consent_id
from opening o
where still_names(o.consent_id, o.account_key, o.seq, o.started_at)
  and (o.consent_id, o.account_key) not in (
    select (p.replaces, l.account_key) from replaced_consents p join account_links l using (consent_id)
  )
  -- Nor is what has taken the place of the consent of the read another person's.
  and (o.consent_id, o.own) not in (select (consent_id, replaces) from replaced_consents)
  and (o.read_no, o.consent_id) not in (
    select (read_no, consent_id) from recalled where was_over(known, started_at)
  );
