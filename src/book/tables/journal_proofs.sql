-- What the logs of the journal proved when the book looked last; of no use to a reader.
create table if not exists journal_proofs (
  folder varchar,
  lines integer,
  proof varchar
);

comment on table journal_proofs is 'how far the book has seen each log of the journal, and what its last line then proved';
comment on column journal_proofs.folder is 'relative to out/journal';
comment on column journal_proofs.lines is 'whole lines that the log had';
comment on column journal_proofs.proof is 'the proof of the last of them; null where it is of before there were proofs';
