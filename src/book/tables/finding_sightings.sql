-- Each time that something to look at was seen; the view findings makes one line of them.
create table if not exists finding_sightings (
  code varchar, -- what was found
  message varchar, -- what was found, in words
  account_key varchar, -- the account as the book knows it, whatever consents lead to it; null where it is about the bank
  account_id varchar, -- AccountId asked for when it was found
  run_id varchar, -- the run that found it
  read_id varchar, -- the read that showed it
  evidence json, -- the facts
  part varchar -- what of it, where there can be several: a field, a code, another account
);

comment on table finding_sightings is 'a finding as one read showed it';

-- Lists of an account that began after what they were asked for, though the book has older rows.
create or replace view cut_lists as
select f.account_key,
  read_id, -- the read
  f.run_id as run_id, -- the run that made it
  timezone('UTC', r.started_at)::date as asked_on, -- the day in UTC on which it was asked for
  r.from_date as asked_from, -- first day that was asked for; null where no bound was sent
  (f.evidence ->> '$.first_at')::timestamptz as first_at, -- instant of its oldest row; null where rows tell days alone
  (f.evidence ->> '$.first_listed')::date as first_listed -- first day that the list can be believed to be whole of
from finding_sightings f
join reads r using (read_id)
where f.code = 'answer-shorter-than-known' and f.part is null and (f.evidence ->> '$.first_listed') is not null;

comment on view cut_lists is 'lists of an account that left out known rows at their early end';
