-- An export is written down: what it left out, the rows that left with it and not before, the export itself, its place among the
-- loads.
insert into export_holds
select $export, unnest($held::varchar[]);

-- What came since the last export has not left before. Of accounts that were left out once, and of rows that once did not
-- count, each row has its own answer.
create or replace temp table leaving as
select t.transaction_key, t.version
from transaction_versions t
where t.known_to is null and t.status = 'BOOK' and t.change <> 'absent' and t.load_seq <= $seq
  and t.transaction_key not in (select transaction_key from withheld_rows where known_to is null)
  and t.account_key not in (select unnest($held::varchar[]))
  and (
    t.load_seq > (select coalesce(max(load_seq), 0) from exports)
    or t.account_key in (select account_key from export_holds)
    or t.transaction_key in (select transaction_key from withheld_rows)
    or t.transaction_key in (select transaction_key from ledger_rows)
  );

insert into shipped_rows
select $export, l.transaction_key, l.version
from leaving l
anti join shipped_rows s on s.transaction_key = l.transaction_key and s.version = l.version;

delete from control_totals where run_id = $run and stage = 'export';

insert into control_totals by name
select $run as run_id, 'export' as stage, account_key, currency, count(*) as rows,
  coalesce(sum(amount) filter (where amount < 0), 0) as debit, coalesce(sum(amount) filter (where amount >= 0), 0) as credit,
  sum(amount) as net
from transactions
where account_key not in (select unnest($held::varchar[]))
group by account_key, currency;

insert into exports (export_id, run_id, created_at, folder, manifest_sha256, load_seq)
values ($export, $run, $created, $folder, $manifest, $seq);

insert into loads
values ($seq, 'export', $export, $created);
