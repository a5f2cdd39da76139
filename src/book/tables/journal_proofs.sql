-- What the logs of the journal proved when the book looked last; of no use to a reader.
create table if not exists journal_proofs (
  folder varchar, -- relative to out/journal
  lines integer, -- whole lines that the log had
  proof varchar -- the proof of the last of them; null where it is of before there were proofs
);

comment on table journal_proofs is 'how far the book has seen each log of the journal, and what its last line then proved';
