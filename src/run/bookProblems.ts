/**
 * What went wrong that only the book can show, once reads are taken in: told by the run whose reads they are, or that took in what others
 * had read.
 */
import { Effect, Schema } from "effect"
import type { FailureTag } from "../domain/failureOutcomes.ts"
import type { RunId } from "../domain/identifiers.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

const Message = Schema.Struct({ message: Schema.String })

/** A finding, with the account that it is about. */
const ofAccount =
  "'account ' || account_key || ': ' || message || '; look at it: ' || $look || 'daybook findings list' as message"

/** What was found in reads of which nobody has heard yet. */
const untold = "(run_id = $run or read_id in (select read_id from untold_reads))"

/** Accounts of which one of these was found for the first time. */
const firstOf = (code: string) =>
  `exists (
       select 1 from finding_sightings where code = '${code}' and account_key = f.account_key and run_id = f.run_id and ${untold}
     )`

/** Sightings of answers that say that days are lost. */
const shorter = `finding_sightings where (${untold} or $remade) and code = 'answer-shorter-than-known'`

/** Each a query that gives a message for each problem, and rows without which it is not to be asked: it is dear to plan. */
const queries: ReadonlyArray<readonly [FailureTag, string, string?]> = [
  // Rows and pages that went into quarantine for the first time; of such as only wait for their account those that still do.
  [
    "Quarantined",
    `select count(*) || if(count(*) = 1, ' fault', ' faults') || ' of the kind ' || code
       || ' went into quarantine; look at them: ' || $look || 'daybook quarantine list' as message
     from quarantine
     where (first_seen_run = $run or read_id in (select read_id from untold_reads))
       and (resolved_run is null or code not in ('unlisted-account', 'undecided-account'))
     group by code order by code`
  ],
  // Known accounts that a bank's list has left out for the first time.
  [
    "AccountNotListed",
    `select ${ofAccount}
     from findings f where code = 'account-not-listed' and ${firstOf("account-not-listed")} order by account_key`,
    `finding_sightings where ${untold} and code = 'account-not-listed'`
  ],
  // Days that a bank keeps no more, as it says in an answer without rows that the book has.
  [
    "DaysLost",
    `select distinct 'booking days ' || g.from_date || ' to ' || g.to_date || ' of account ' || g.account_key ||
       ' are kept by the bank no longer; a new first session may reach them: daybook consent list' as message
     from findings f
     join gaps g using (account_key)
     where ($remade or ${firstOf("answer-shorter-than-known")}) and f.code = 'answer-shorter-than-known' and g.lost
       and f.account_key in (
         select l.account_key from cut_lists l join reads r using (read_id) where r.first_available is not null
       )
       and not exists (
         select 1 from lost_days d
         where d.account_key = g.account_key and d.from_date <= g.to_date and d.to_date >= g.from_date
       )
     order by message`,
    shorter
  ],
  // Days that lists of three days have left out, which makes them lost: each told once, by the first run that has its third such list to
  // tell, or by the one that made the book by newer rules, which may be the first to see it.
  [
    "DaysLost",
    `with cut as (
       select l.* from cut_lists l join reads r using (read_id) where r.first_available is null and l.run_id <= $run
     ),
     left_out as (
       select g.account_key, g.day
       from (
         select account_key, unnest(generate_series(from_date, to_date, interval 1 day))::date as day from gaps where lost
       ) g
       join cut c on c.account_key = g.account_key and c.first_listed > g.day and coalesce(c.asked_from <= g.day, true)
       where not exists (
         select 1 from lost_days d where d.account_key = g.account_key and g.day between d.from_date and d.to_date
       )
       group by g.account_key, g.day
       having count(distinct c.asked_on) > 2 and (
         $remade or count(distinct c.asked_on) filter (where c.read_id not in (select read_id from untold_reads)) < 3
       )
     )
     select 'booking days ' || min(day) || ' to ' || max(day) || ' of account ' || account_key ||
       ' were left out by the bank on three days and count as lost; a new first session may reach them: daybook consent list' as message
     from (select *, day - row_number() over (partition by account_key order by day)::integer as island from left_out)
     group by account_key, island
     order by message`,
    shorter
  ],
  // Accounts of which a bank gave less than the book holds, so that their newest days are not proven, or nothing at all: on every
  // run that hears so, also where somebody has looked at the finding. Of several the last that speak of an account have the word.
  [
    "AnswerShort",
    `select ${ofAccount}
     from finding_sightings s
     where ${untold} and code = 'answer-shorter-than-known' and not exists (
         select 1 from control_totals t where t.account_key = s.account_key and t.run_id > s.run_id and t.stage = 'read'
       )
       and ((evidence ->> '$.last_listed') is not null or (evidence ->> '$.first_listed') is null or not exists (
         select 1 from control_totals t where t.account_key = s.account_key and t.run_id = s.run_id and t.stage = 'read'
       ))
     qualify run_id = max(run_id) over (partition by account_key)
     order by account_key`
  ],
  // Accounts that listed rows on most days, then none for a week and more and longer than a night looks back, and list some again: what
  // they were silent about is read by the next run. That nothing is booked for as long on others is no news, nor where balances say so.
  [
    "SpokeAgain",
    `with rows as (
       select d.account_key, d.from_date, d.to_date, v.booking_date, max(v.booking_date) over (partition by d.read_id, d.account_key) as newest
       from doubtful_days d
       join reads r using (read_id)
       join transaction_versions v on v.account_key = d.account_key
       where r.read_id in (select read_id from untold_reads) and d.reason = 'long-silent' and v.first_seen_run < r.run_id
         and v.booking_date < d.to_date
         and not exists (
           select 1 from coverage n join reads l using (read_id)
           where n.account_key = d.account_key and l.load_seq > d.load_seq and n.from_date <= d.from_date and n.to_date >= d.to_date
         )
         and v.known_to is null and v.status = 'BOOK' and v.change <> 'absent'
     )
     select 'the bank lists rows of account ' || account_key || ' again after days without any; what it books from '
       || from_date || ' to ' || to_date || ' may be missing until these days are read once more, which is due: daybook run nightly' as message
     from rows
     where booking_date > newest - 30 and to_date - newest >= 7 and account_key not in (
       select account_key from account_verdicts group by account_key having bool_and(starts_with(verdict, 'proven'))
     )
     group by account_key, from_date, to_date
     having count(distinct booking_date) >= 15
     order by message`,
    "doubtful_days where reason = 'long-silent' and read_id in (select read_id from untold_reads)"
  ]
]

/** What a run does beside taking reads in. */
interface Doing {
  /** Whether it has made the book again by newer rules. */
  readonly remade: boolean
  /** Whether it publishes the book, which shows what there is to look at. */
  readonly publishing: boolean
}

/**
 * What the book shows to have gone wrong in a run and in the reads of others that it tells of (`findUntold`), and where it has remade
 * the book, in all before; the book must be open.
 */
export const bookProblems = Effect.fn("run.bookProblems")(function*(run: RunId, { publishing, remade }: Doing) {
  const warehouse = yield* Warehouse
  const look = publishing ? "" : "daybook publish, then "
  const valuesOf = (sql: string) => ({
    ...sql.includes("$run") ? { run } : {},
    ...sql.includes("$remade") ? { remade } : {},
    ...sql.includes("$look") ? { look } : {}
  })
  const found = yield* Effect.forEach(
    queries,
    Effect.fnUntraced(function*([_tag, query, rows]) {
      if (rows !== undefined && !(yield* isAny(rows, valuesOf(rows)))) return []
      const messages = yield* warehouse.rows(Message, query, valuesOf(query))
      return messages.map(({ message }): Problem => problemOf({ _tag, message }))
    })
  )
  return found.flat()
})
