-- Takes up the lists again that were put by.
create or replace temp table batch_reads as from listed_reads;
create or replace temp table batch as from listed_batch;
create or replace temp table batch_pages as from listed_pages;
