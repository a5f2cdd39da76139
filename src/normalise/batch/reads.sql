-- All reads that are loaded together, of every resource, by their number in the batch, with the rules of each read's bank.
create or replace temp table batch_reads as
select read.* from (
  select unnest(from_json($reads, '[{
    "read_no": "INTEGER", "resource": "VARCHAR", "read_id": "VARCHAR", "run_id": "VARCHAR", "consent_id": "VARCHAR", "institution": "VARCHAR",
    "account_id": "VARCHAR", "folder": "VARCHAR", "zone": "VARCHAR", "trusted": "BOOLEAN", "lookback": "INTEGER",
    "pending_rule": "VARCHAR", "asked_from": "DATE", "asked_to": "DATE", "margins": "BOOLEAN", "proven_from": "DATE",
    "proven_to": "DATE", "missed_to": "DATE", "read_again_from": "DATE",
    "earlier_frames": "INTEGER[]", "edges_tell": "BOOLEAN", "equal_rows": "BOOLEAN", "shows_twice": "BOOLEAN",
    "today": "DATE", "recent": "DATE", "given_from": "DATE", "given_next": "DATE", "complete": "BOOLEAN", "seq": "BIGINT", "known": "TIMESTAMPTZ", "clock": "TIMESTAMPTZ"
  }]')) as read
);
