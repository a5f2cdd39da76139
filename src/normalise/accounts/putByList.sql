-- Puts by what is known of the lists, while the rows of other reads are looked at.
create or replace temp table listed_reads as from batch_reads;
create or replace temp table listed_batch as from batch;
create or replace temp table listed_pages as from batch_pages;
