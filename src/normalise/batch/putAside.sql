-- The rows that were staged ahead, where the session that writes them sees them.
create or replace table aside.$ahead as from $staged;
