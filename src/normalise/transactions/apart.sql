-- The rows that are not of the common shape, to be understood once more.
create or replace temp table apart_rows as
select read_no, page_no, lone, odd_page, row_index, sent from staged_transactions where apart;

delete from staged_transactions where apart;
