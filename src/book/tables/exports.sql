-- What was exported, and which rows left with it.
create table if not exists exports (
  export_id varchar, -- the export
  run_id varchar, -- the run that made it
  created_at timestamptz, -- when it was made
  folder varchar, -- its folder, relative to the store
  manifest_sha256 varchar, -- digest of its manifest
  load_seq bigint -- the newest load that it counts
);

comment on table exports is 'an export that was made whole; its files may have been removed since';

create table if not exists shipped_rows (
  export_id varchar, -- the export
  transaction_key varchar, -- the row
  version integer -- its version
);

comment on table shipped_rows is 'which version of which row left in which export first';
