-- An export is written down: the rows that left with it and not before, the export itself, its place among the loads.
insert into shipped_rows
select $export, t.transaction_key, t.version
from transaction_versions t
where t.known_to is null and t.status = 'BOOK' and t.change <> 'absent'
  and t.transaction_key not in (select transaction_key from withheld_rows where known_to is null)
  and (
    t.load_seq > (select coalesce(max(load_seq), 0) from exports)
    -- What did not count when it could have left first.
    or t.transaction_key in (select transaction_key from withheld_rows where known_to is not null)
  )
  and t.load_seq <= $seq
  and (t.transaction_key, t.version) not in (
    select (s.transaction_key, s.version) from shipped_rows s
    where s.transaction_key in (select transaction_key from withheld_rows)
  );

insert into exports (export_id, run_id, created_at, folder, manifest_sha256, load_seq)
values ($export, $run, $created, $folder, $manifest, $seq);

insert into loads
values ($seq, 'export', $export, $created);
