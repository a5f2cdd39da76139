/**
 * Sixty nights against gateways that are not our sandbox, each with habits of its own. Nothing here is skipped: what
 * cannot be shown fails. Each scenario prints its figures.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import { type Played, playNights, type Scenario } from "../support/truth/playNights.ts"
import { everyMovement } from "../support/world/Movements.ts"

const nights = 60
const start = "2026-02-02T03:00:00.000Z"

/** A capability file that says no more than a test needs. */
const rules = (
  facts: Readonly<Record<string, string | number | boolean>>,
  timezone = "Europe/London"
): string =>
  [
    "name = \"Foreign\"",
    "country = \"XQ\"",
    `timezone = "${timezone}"`,
    ...Object.entries(facts).map(([key, value]) =>
      `${key} = { value = ${JSON.stringify(value)}, source = "foreign gateway", checked = 2026-11-21 }`
    )
  ].join("\n")

const unhurried = { requests_per_second: 0, requests_per_day: 0 }

const plain: ReadonlyArray<Scenario> = [
  {
    name: "an institution with no file, per account, absolute links",
    institution: "xq_quince_personal",
    seed: 101,
    nights,
    start,
    exports: "each",
    asOf: true
  },
  {
    name: "an institution with no file that has bulk only, tokens in Meta, version 3.1 words",
    institution: "xq_rowan_business",
    seed: 102,
    nights,
    start,
    exports: "last",
    settings: {
      bulkStatus: 200,
      accountFilter: false,
      pageParameter: "token",
      linkPlace: "Meta",
      linkCase: "lower",
      vocabulary: "v3",
      order: "oldest-first",
      lastNext: "null",
      balancePageSize: 2,
      createdStatus: 200,
      waitingStatus: "WAITING_FOR_CUSTOMER"
    }
  },
  {
    name: "awkward AccountIds, the bank's own links, mixed words, bare envelopes, single objects, no ids",
    institution: "XQ.Sorb-Bank_1",
    seed: 103,
    nights,
    start,
    exports: "last",
    behaviours: { accountIds: "awkward", instants: "varied", accounts: 5, perNight: 9, ids: "absent" },
    settings: {
      pageSize: 7,
      linkForm: "bank-path",
      pageParameter: "offset",
      vocabulary: "mixed",
      bareEnvelope: true,
      singleAsObject: true,
      tokenCalls: 5,
      gzip: true,
      emptyAsNull: true,
      totalPages: false,
      bulkStatus: 501
    },
    rules: rules(unhurried)
  },
  {
    name: "bulk and filter, long AccountIds, relative links, positional ids, dates without time",
    institution: "xq_teak_personal",
    seed: 104,
    nights,
    start,
    exports: "last",
    behaviours: { accountIds: "long", instants: "date", twins: 0.2 },
    settings: {
      bulkStatus: 200,
      discovery: "always",
      unboundedHistory: "always",
      historyDays: 0,
      linkForm: "relative",
      linkPlace: "Meta",
      ids: "positional",
      lastNext: "empty",
      emptyLastPage: true,
      pageSize: 11
    },
    rules: rules({ ...unhurried, bulk: "both", account_discovery: "always", unbounded_history: "always" })
  },
  {
    name: "real time: sixty runs on one day, the gateway never says what time it is",
    institution: "xq_umber_personal",
    seed: 105,
    nights,
    start: "now",
    exports: "last",
    settings: { linkForm: "query", pageParameter: "offset", pageSize: 60 },
    rules: rules(unhurried)
  },
  {
    name: "a person renews twice, and every account gets another AccountId each time",
    institution: "xq_vetch_personal",
    seed: 106,
    nights,
    start,
    exports: "last",
    behaviours: { renewals: [20, 41] },
    settings: { reissueAccounts: true },
    rules: rules(unhurried)
  }
]

/** A bank that reads bounds by its own clock, whose rows stand at the edges of days, and whose lists grow by up to three pages. */
const awkward = (ids: "stable" | "reissued" | "absent", seed: number): Scenario => ({
  name: `every movement at once, ids ${ids}, seed ${seed}`,
  institution: "xq_vine_personal",
  seed,
  nights,
  start,
  exports: "last",
  asOf: true,
  behaviours: {
    ...everyMovement,
    ids,
    instants: "edges",
    clock: "Europe/Athens",
    shifted: 0.25,
    shiftedRows: [1, 20, 40, 85, 120]
  },
  settings: { pageSize: 40, discovery: "always", boundsZone: "Europe/Athens", volatile: "own-field" },
  rules: rules({
    ...unhurried,
    lookback_days: everyMovement.lookbackDays,
    pending: "complete",
    transaction_ids: ids === "reissued" ? "unstable" : ids,
    account_discovery: "always"
  }, "Europe/Athens")
})

const figures = (played: Played): string =>
  [
    `${played.scenario}:`,
    Object.entries(played.counts).filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`).join(
      ", "
    ),
    `; ${played.nights} nights, ${played.booked} booked rows, ${played.requests} requests, ${played.refused} refused, ${played.seconds} s,`,
    `${played.faults.length} faults`
  ].join(" ")

const prove = (scenario: Scenario): void =>
  it.live(scenario.name, () =>
    Effect.gen(function*() {
      const { played } = yield* playNights(scenario)
      yield* Console.log(figures(played))
      assert.deepStrictEqual(played.faults, [])
    }).pipe(Effect.provide(NodeServices.layer)))

describe("holds exactly what is served, to the last decimal, over sixty nights of plain movements", () => {
  for (const scenario of plain) prove(scenario)
})

describe("loses no row, doubles none and merges none, on any of sixty awkward nights", () => {
  for (const ids of ["stable", "reissued", "absent"] as const) prove(awkward(ids, 201))
})
