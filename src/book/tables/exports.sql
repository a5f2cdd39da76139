-- What was exported, and which rows left with it.
create table if not exists exports (
  export_id varchar,
  run_id varchar,
  created_at timestamptz,
  folder varchar,
  manifest_sha256 varchar,
  load_seq bigint
);

comment on table exports is 'an export that stands complete on disk';
comment on column exports.export_id is 'the export';
comment on column exports.run_id is 'the run that made it';
comment on column exports.created_at is 'when it was made';
comment on column exports.folder is 'its folder, relative to the store';
comment on column exports.manifest_sha256 is 'digest of its manifest';
comment on column exports.load_seq is 'the newest load that it counts';

create table if not exists shipped_rows (
  export_id varchar,
  transaction_key varchar,
  version integer
);

comment on table shipped_rows is 'which version of which row left in which export first';
comment on column shipped_rows.export_id is 'the export';
comment on column shipped_rows.transaction_key is 'the row';
comment on column shipped_rows.version is 'its version';
