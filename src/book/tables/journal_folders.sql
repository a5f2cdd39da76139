-- How far the book has looked into the journal; of no use to a reader.
create table if not exists journal_folders (
  folder varchar, -- relative to out/journal
  sealed boolean -- whether nothing more can come from it
);

comment on table journal_folders is 'folders of the journal that the book has looked into';
