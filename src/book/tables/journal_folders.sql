-- How far the book has looked into the journal; of no use to a reader.
create table if not exists journal_folders (
  folder varchar,
  sealed boolean
);

comment on table journal_folders is 'folders of the journal that the book has looked into';
comment on column journal_folders.folder is 'relative to out/journal';
comment on column journal_folders.sealed is 'whether nothing more can come from it';
